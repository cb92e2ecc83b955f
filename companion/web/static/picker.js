// A row is tapped: a colour goes into the first free place, or into the place that was tapped.
const FREE = "_";

export function pickers(root) {
	for (const each of root.querySelectorAll(".picker")) {
		each.querySelector("fieldset").disabled = false;
		draw(each);
	}
}

export function fillPicker(picker, letters) {
	const input = picker.querySelector("input");
	input.value = letters;
	input.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("input", (event) => {
	const picker = event.target.closest(".picker");
	if (picker) draw(picker);
});

document.addEventListener("click", (event) => {
	const button = event.target.closest(".picker button");
	if (!button) return;
	const picker = button.closest(".picker");
	if ("peg" in button.dataset) return tap(picker, button.dataset.peg);
	picker.dataset.at = [...button.parentNode.children].indexOf(button);
	draw(picker);
});

function letters(picker) {
	const { holes } = picker.dataset;
	const typed = picker.querySelector("input").value.toLowerCase().replace(/[\s,-]/g, "");
	return [...typed.padEnd(holes, FREE).slice(0, holes)];
}

function tap(picker, peg) {
	const row = letters(picker);
	const free = row.indexOf(FREE);
	const at = picker.dataset.at ?? (peg ? free : (free < 0 ? row.length : free) - 1);
	if (at >= 0) row[at] = peg || FREE;
	delete picker.dataset.at;
	fillPicker(picker, row.join("").replace(/_+$/, ""));
}

function draw(picker) {
	const row = letters(picker);
	picker.querySelectorAll(".slot").forEach((slot, place) => {
		const letter = row[place].replace(FREE, "");
		const at = String(place) === picker.dataset.at;
		slot.className = `slot ${letter || at ? "full" : ""} ${letter ? `p-${letter.replace(".", "e")}` : ""}`;
		slot.textContent = letter.replace(".", "·");
	});
}

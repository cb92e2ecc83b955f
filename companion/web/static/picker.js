// A row is tapped: a colour goes into the first free place, or into the place that was tapped.
const FREE = "_";

export function pickers(root) {
	for (const each of root.querySelectorAll(".picker")) if (!each.dataset.ready) ready(each);
}

export function fillPicker(picker, letters) {
	picker.querySelector("input").value = letters;
	draw(picker);
}

function ready(picker) {
	picker.dataset.ready = "1";
	const input = picker.querySelector("input");
	const slots = [...picker.querySelectorAll(".slot")];
	slots.forEach((slot, place) => slot.addEventListener("click", () => { picker.dataset.at = place; draw(picker); }));
	for (const button of picker.querySelectorAll("[data-peg]")) {
		button.addEventListener("click", () => { tap(picker, button.dataset.peg); });
	}
	input.addEventListener("input", () => draw(picker));
	draw(picker);
}

function letters(picker) {
	const holes = Number(picker.dataset.holes);
	const typed = picker.querySelector("input").value.toLowerCase().replace(/[\s,-]/g, "");
	return typed.padEnd(holes, FREE).slice(0, holes).split("");
}

function tap(picker, peg) {
	const row = letters(picker);
	let at = picker.dataset.at === undefined ? row.indexOf(FREE) : Number(picker.dataset.at);
	if (!peg) {
		if (picker.dataset.at === undefined) at = (at < 0 ? row.length : at) - 1;
		if (at >= 0) row[at] = FREE;
	} else if (at >= 0) {
		row[at] = peg;
	}
	delete picker.dataset.at;
	picker.querySelector("input").value = row.join("").replace(/_+$/, "");
	draw(picker);
}

function draw(picker) {
	const row = letters(picker);
	picker.querySelectorAll(".slot").forEach((slot, place) => {
		const letter = row[place] === FREE ? "" : row[place];
		slot.className = `slot ${letter ? `full p-${letter === "." ? "e" : letter}` : ""}`;
		slot.textContent = letter === "." ? "·" : letter;
		if (String(place) === picker.dataset.at) slot.classList.add("full");
	});
}

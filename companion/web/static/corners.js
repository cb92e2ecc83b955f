// Four rings are dragged onto the outer holes, under a magnifier.
const box = document.querySelector("[data-corners]");
const img = box.querySelector("img");
const field = document.querySelector("#corner-form input");
const glass = Object.assign(document.createElement("canvas"), { width: 120, height: 120, className: "magnifier", hidden: true });
box.append(glass);
box.ondragstart = () => false;
const rings = [[.2, .15], [.8, .15], [.85, .85], [.15, .85]].map(([x, y], n) => {
	const ring = Object.assign(document.createElement("button"), { type: "button", className: "ring", textContent: n + 1, at: [x, y] });
	box.append(ring);
	ring.onpointerdown = (event) => { ring.setPointerCapture(event.pointerId); ring.held = true; };
	ring.onpointermove = (event) => { if (ring.held) move(ring, event); };
	ring.onlostpointercapture = () => { ring.held = false; glass.hidden = true; };
	ring.onkeydown = (event) => {
		const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
		if (!step) return;
		event.preventDefault();
		ring.at = ring.at.map((v, i) => v + step[i] / (i ? img.height : img.width));
		draw();
	};
	return ring;
});

function move(ring, event) {
	const area = img.getBoundingClientRect();
	ring.at = [(event.clientX - area.left) / area.width, (event.clientY - area.top) / area.height].map((v) => Math.min(1, Math.max(0, v)));
	draw();
	const [x, y] = [ring.at[0] * img.naturalWidth, ring.at[1] * img.naturalHeight];
	const pen = glass.getContext("2d");
	pen.drawImage(img, x - 20, y - 20, 40, 40, 0, 0, 120, 120);
	pen.strokeRect(59, 59, 2, 2);
	glass.hidden = false;
	glass.style.cssText = ring.at[0] > .5 ? "left:0;top:0" : "right:0;top:0";
}

function draw() {
	for (const ring of rings) {
		ring.style.left = `${100 * ring.at[0]}%`;
		ring.style.top = `${100 * ring.at[1]}%`;
	}
	const [w, h] = [box.dataset.width, box.dataset.height];
	if (field) field.value = rings.map((r) => `${(r.at[0] * w).toFixed(1)},${(r.at[1] * h).toFixed(1)}`).join(" ");
}

draw();
if (field) field.value = "";

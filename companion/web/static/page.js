// What is new is swapped in by id; forms, which work without this too, are sent without leaving.
import { fillPicker, pickers } from "./picker.js";
import { heard } from "./sound.js";

const byId = (id) => document.getElementById(id);
const body = document.body;
const all = (what) => document.querySelectorAll(what);
const JSONS = { headers: { accept: "application/json" } };

function swap(fragments) {
	for (const [id, html] of Object.entries(fragments)) {
		const place = byId(id);
		if (!place || place.kept === html) continue;
		place.kept = html;
		const open = [...place.querySelectorAll("details[open]")].map((each) => each.id);
		const focused = place.contains(document.activeElement) ? document.activeElement : null;
		const key = focused && (focused.name || focused.textContent);
		place.innerHTML = html;
		for (const each of open) if (each && byId(each)) byId(each).open = true;
		pickers(place);
		if (key) {
			const again = [...place.querySelectorAll("button,input,select,summary")];
			(again.find((each) => (each.name || each.textContent) === key) || byId("main")).focus({ preventScroll: true });
		}
	}
	heard(fragments);
}

// --- what is new, over server-sent events; after sleep the stream is opened again at once
let stream = null;
let last = 0;

function lost(is) {
	const place = byId("lost");
	if (place.hidden === !is) return;
	place.textContent = is ? body.dataset.lost : "";
	place.hidden = !is;
}

function listen() {
	if (stream) stream.close();
	last = Date.now();
	stream = new EventSource(body.dataset.live);
	const alive = () => { last = Date.now(); lost(false); };
	stream.addEventListener("pulse", alive);
	stream.addEventListener("swap", (event) => { alive(); swap(JSON.parse(event.data)); });
	stream.onerror = () => { if (stream.readyState === 2) setTimeout(listen, 1000); };
}

if (body.dataset.live) {
	listen();
	setInterval(() => {
		const silent = Date.now() - last;
		lost(silent > 9000);
		if (silent > 12000) listen();
	}, 1000);
	const wake = () => { if (!document.hidden && Date.now() - last > 5000) listen(); };
	document.addEventListener("visibilitychange", wake);
	onpageshow = (event) => { if (event.persisted) listen(); };
}

async function send(form, button) {
	const said = byId("said");
	const fields = new URLSearchParams(new FormData(form, button));
	if (button) button.disabled = true;
	try {
		const answer = await fetch(form.action, { method: "POST", body: fields, keepalive: true, ...JSONS });
		const told = await answer.json();
		said.textContent = told.said || "";
		if (told.said) { said.scrollIntoView({ block: "nearest" }); return false; }
		if (told.html) swap(told.html);
		hideLater();
		const go = told.go || form.dataset.send;
		if (go && go !== location.pathname) location.assign(go);
		else if (go && !body.dataset.live) location.reload();
		return true;
	} catch {
		said.textContent = body.dataset.lost;
		return false;
	}
}

document.addEventListener("submit", (event) => {
	const form = event.target;
	if (!("send" in form.dataset) && !("enter" in form.dataset)) return;
	event.preventDefault();
	const button = event.submitter;
	send(form, button).finally(() => { if (button) button.disabled = false; });
});

// a secret that was shown hides itself
function hideLater() {
	for (const each of all("[data-hide]")) {
		setTimeout(() => each.remove(), 1000 * each.dataset.hide);
	}
}

// --- coming in: the key stands behind a #, so that no log sees it
const enter = document.querySelector("form[data-enter]");
if (enter && location.hash.length > 20) {
	enter.elements.token.value = location.hash.slice(1);
	history.replaceState(null, "", location.pathname);
	byId("entering").hidden = false;
	send(enter);
}

// --- a tapped row is to be corrected
document.addEventListener("click", (event) => {
	const row = event.target.closest && event.target.closest("svg .row");
	const mend = byId("correct");
	const choice = mend && mend.querySelector("select[name=row]");
	if (!row || !choice || ![...choice.options].some((each) => each.value === row.dataset.row)) return;
	mend.open = true;
	choice.value = row.dataset.row;
	const item = document.querySelector(`ol.rows li[value="${row.dataset.row}"]`);
	if (item) fillPicker(mend.querySelector(".picker"), [...item.querySelectorAll(".chip b")].map((each) => each.textContent.replace("·", ".")).join(""));
	mend.scrollIntoView({ block: "nearest" });
});

// --- what a player's own tiles show stays on his phone
for (const form of all("form[data-keep]")) {
	const kept = JSON.parse(sessionStorage.getItem(form.dataset.keep) || "{}");
	for (const each of form.elements) if (each.name in kept) each.value = kept[each.name];
	form.addEventListener("change", () => sessionStorage.setItem(form.dataset.keep, JSON.stringify(Object.fromEntries(new FormData(form)))));
}

// --- what is measured
for (const each of all("[data-poll]")) {
	const look = () => fetch(each.dataset.poll, JSONS).then((answer) => answer.json()).then((told) => told.html && swap(told.html)).catch(() => {});
	look();
	setInterval(() => { if (!document.hidden) look(); }, 1500);
}

pickers(document);
if (document.querySelector("[data-corners]")) import("./corners.js");
// --- looking back: the slider brings the step, by finger or by arrow keys
const steps = document.querySelector("[data-steps]");
if (steps) {
	const slider = steps.elements.step;
	slider.oninput = async () => {
		const at = slider.value;
		steps.querySelector("output").textContent = `${at} / ${slider.max}`;
		const told = await (await fetch(steps.dataset.steps + at, JSONS)).json();
		if (at === slider.value) swap(told.html);
	};
}
for (const each of all("[data-print]")) each.onclick = () => print();
for (const each of all("[data-share]")) {
	each.hidden = !navigator.share;
	each.onclick = () => navigator.share({ title: each.dataset.share, text: byId("now").innerText });
}
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});

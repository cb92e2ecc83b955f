// What is new is swapped in by id; forms, which work without this too, are sent without leaving.
import { fillPicker, pickers } from "./picker.js";
import { heard } from "./sound.js";

const byId = (id) => document.getElementById(id);
const body = document.body;
const all = (what, place = document) => [...place.querySelectorAll(what)];
const JSONS = { headers: { accept: "application/json" } };
const asked = async (path) => (await (await fetch(path, JSONS)).json()).html;

// what is so already is left alone, with what was chosen in it: a stream begins with everything
function parsed(html) {
	const made = document.createElement("template");
	made.innerHTML = html;
	return made.innerHTML;
}
for (const each of all("[id]")) each.kept = each.innerHTML;

const fieldsOf = (form) => Object.fromEntries(new FormData(form));

function fill(form, fields) {
	for (const each of form.elements) {
		if (each.type === "hidden" || !(each.name in fields)) continue;
		if (each.type === "radio") each.checked = each.value === fields[each.name];
		else each.value = fields[each.name];
	}
}

function swap(fragments) {
	for (const [id, html] of Object.entries(fragments)) {
		const place = byId(id);
		const fresh = parsed(html);
		if (!place || place.kept === fresh) continue;
		place.kept = fresh;
		const open = all("details[open]", place).map((each) => each.id);
		const named = (each) => each.name || each.textContent;
		const key = place.contains(document.activeElement) && named(document.activeElement);
		const title = () => place.querySelector("h2")?.textContent;
		const [before, forms] = [title(), all("form", place)];
		place.innerHTML = html;
		// what is being filled in goes on, if the same is asked
		for (const form of all("form", place)) {
			const old = before === title() && forms.find((each) => each.edited && each.action === form.action);
			if (old) fill(form, fieldsOf(old));
			form.edited = !!old;
		}
		for (const each of all("details", place)) each.open = open.includes(each.id);
		pickers(place);
		if (key) {
			const again = all("button,input,select,summary", place).find((each) => named(each) === key);
			(again || byId("main")).focus({ preventScroll: true });
		}
	}
	heard(fragments);
}
document.addEventListener("input", (event) => { if (event.target.form) event.target.form.edited = true; });

// --- what is new, over server-sent events; a stream that is silent, as after sleep, is opened anew
let stream;
let last = Date.now();

function listen() {
	stream?.close();
	stream = new EventSource(body.dataset.live);
	stream.addEventListener("pulse", alive);
	stream.addEventListener("swap", (event) => { alive(); swap(JSON.parse(event.data)); });
}

function alive() {
	last = Date.now();
	byId("lost").hidden = true;
}

function check() {
	if (Date.now() - last < 9000) return;
	byId("lost").hidden = false;
	listen();
}

if (body.dataset.live) {
	listen();
	setInterval(check, 4000);
	document.onvisibilitychange = check;
}

async function send(form, button) {
	const said = byId("said");
	const fields = new URLSearchParams(new FormData(form, button));
	if (button) button.disabled = true;
	form.edited = false;
	try {
		const answer = await fetch(form.action, { method: "POST", body: fields, keepalive: true, ...JSONS });
		const told = await answer.json();
		said.textContent = told.said || "";
		form.edited = !!told.said;
		if (told.said) return said.scrollIntoView({ block: "nearest" });
		swap(told.html || {});
		// a secret that was shown hides itself
		for (const each of all("[data-hide]")) setTimeout(() => { if (each.isConnected) swap({ [each.parentNode.id]: "" }); }, 1000 * each.dataset.hide);
		const go = told.go || form.dataset.send;
		if (go && (go !== location.pathname || !body.dataset.live)) location.assign(go);
	} catch {
		said.textContent = byId("lost").textContent;
	} finally {
		if (button) button.disabled = false;
	}
}

document.addEventListener("submit", (event) => {
	if (!event.target.matches("[data-send],[data-enter]")) return;
	event.preventDefault();
	send(event.target, event.submitter);
});

// --- coming in: the key stands behind a #, so that no log sees it
const enter = all("form[data-enter]")[0];
if (enter && location.hash) {
	enter.elements.token.value = location.hash.slice(1);
	history.replaceState(null, "", location.pathname);
	byId("entering").hidden = false;
	send(enter);
}

// --- a tapped row is to be corrected
document.addEventListener("click", (event) => {
	const row = event.target.closest("svg .row");
	const mend = byId("correct");
	const choice = mend?.querySelector("select[name=row]");
	if (!row || !choice?.querySelector(`[value="${row.dataset.row}"]`)) return;
	mend.open = true;
	choice.value = row.dataset.row;
	fillPicker(mend.querySelector(".picker"), row.dataset.code);
	mend.scrollIntoView({ block: "nearest" });
});

// --- what a player's own tiles show stays on his phone
for (const form of all("form[data-keep]")) {
	fill(form, JSON.parse(sessionStorage.getItem(form.dataset.keep) || "{}"));
	form.onchange = () => sessionStorage.setItem(form.dataset.keep, JSON.stringify(fieldsOf(form)));
}

// --- what is measured
for (const each of all("[data-poll]")) {
	const look = () => asked(each.dataset.poll).then(swap).catch(() => {});
	look();
	setInterval(() => { if (!document.hidden) look(); }, 1500);
}

pickers(document);
if (all("[data-corners]").length) import("./corners.js");
// --- looking back: the slider brings the step, by finger or by arrow keys
for (const steps of all("[data-steps]")) {
	const slider = steps.elements.step;
	slider.oninput = async () => {
		const at = slider.value;
		steps.querySelector("output").textContent = `${at} / ${slider.max}`;
		const html = await asked(steps.dataset.steps + at);
		if (at === slider.value) swap(html);
	};
}
for (const each of all("[data-print]")) each.onclick = () => print();
for (const each of all("[data-share]")) {
	each.hidden = !navigator.share;
	each.onclick = () => navigator.share({ title: each.dataset.share, text: byId("now").innerText });
}
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});

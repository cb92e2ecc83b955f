// The page's own script: what is new is swapped in by id, forms are sent without leaving the page.
// It needs no library; without it every form still works as a plain one.
import { fillPicker, pickers } from "./picker.js";
import { heard } from "./sound.js";

const byId = (id) => document.getElementById(id);
const body = document.body;

function swap(fragments) {
  for (const [id, html] of Object.entries(fragments)) {
    const place = byId(id);
    if (!place || place.dataset.html === html) continue;
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
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  };
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
  addEventListener("online", wake);
  addEventListener("pageshow", (event) => { if (event.persisted) listen(); });
}

// --- forms
async function send(form, button) {
  const said = byId("said");
  const fields = new URLSearchParams(new FormData(form, button));
  try {
    const answer = await fetch(form.action, { method: "POST", body: fields, headers: { accept: "application/json" } });
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
  if (button) button.disabled = true;
  send(form, button).finally(() => { if (button) button.disabled = false; });
});

// a secret that was shown hides itself
function hideLater() {
  for (const each of document.querySelectorAll("[data-hide]")) {
    setTimeout(() => each.remove(), 1000 * each.dataset.hide);
  }
}

// --- coming in: the key stands behind the address's #, so that no log and no server sees it
const enter = document.querySelector("form[data-enter]");
if (enter && location.hash.length > 20) {
  enter.elements.token.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  byId("entering").hidden = false;
  send(enter);
}

// --- a row of the drawing is tapped: that row is to be corrected
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

// --- what a player chose for his own tiles stays on his phone
for (const form of document.querySelectorAll("form[data-keep]")) {
  const kept = JSON.parse(sessionStorage.getItem(form.dataset.keep) || "{}");
  for (const each of form.elements) if (each.name in kept) each.value = kept[each.name];
  form.addEventListener("change", () => sessionStorage.setItem(form.dataset.keep, JSON.stringify(Object.fromEntries(new FormData(form)))));
}

pickers(document);
if (document.querySelector("[data-corners]")) import("./corners.js");
if (document.querySelector("[data-steps]")) import("./replay.js");
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});

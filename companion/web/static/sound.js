// Sounds and speech, each switched by a tap and remembered on this phone.
const on = (name) => (localStorage.getItem(name) || (name === "sound" ? "on" : "off")) === "on";
let noises;
let told = said();

for (const button of document.querySelectorAll("[data-toggle]")) {
	const name = button.dataset.toggle;
	const show = () => button.setAttribute("aria-pressed", on(name));
	show();
	button.onclick = () => {
		localStorage.setItem(name, on(name) ? "off" : "on");
		show();
		if (name === "sound") beep(660);
		else if (on(name)) speak(said());
		else speechSynthesis.cancel();
	};
}

function said() {
	return ["news", "sentence"].map((id) => document.getElementById(id)?.textContent || "").join(" ").trim();
}

export function heard(fragments) {
	const text = said();
	if (!("now" in fragments) || text === told) return;
	told = text;
	const asks = document.querySelector(".mood-asking");
	const over = document.querySelector(".mood-won, .mood-lost");
	if (on("sound")) beep(asks ? 330 : over ? 990 : 660, over ? 3 : 1);
	if (on("speech")) speak(text);
}

function speak(text) {
	if (!window.speechSynthesis) return;
	const words = new SpeechSynthesisUtterance(text);
	words.lang = document.documentElement.lang;
	speechSynthesis.cancel();
	speechSynthesis.speak(words);
}

function beep(pitch, times = 1) {
	try {
		noises ||= new AudioContext();
		for (let i = 0; i < times; i++) {
			const tone = noises.createOscillator();
			const volume = noises.createGain();
			const at = noises.currentTime + i * 0.18;
			tone.frequency.value = pitch * (1 + i / 4);
			volume.gain.setValueAtTime(0.12, at);
			volume.gain.exponentialRampToValueAtTime(0.001, at + 0.15);
			tone.connect(volume).connect(noises.destination);
			tone.start(at);
			tone.stop(at + 0.16);
		}
	} catch { /* a quiet browser */ }
}

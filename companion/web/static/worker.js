// Keeps the page's own files for an installed page; never anything of the table.
const FILES = ["/static/page.js", "/static/picker.js", "/static/sound.js", "/static/icon.svg"];
oninstall = (event) => event.waitUntil(caches.open("keypeg").then((kept) => kept.addAll(FILES)));
onfetch = (event) => {
	const asked = event.request;
	if (FILES.includes(new URL(asked.url).pathname)) event.respondWith(fetch(asked).catch(() => caches.match(asked)));
};

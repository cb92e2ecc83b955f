// Keeps the page's own files, so that an installed page opens at once; never anything of the table.
const KEPT = "keypeg-1";
const FILES = ["/static/page.css", "/static/page.js", "/static/picker.js", "/static/sound.js", "/static/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.method !== "GET" || !FILES.includes(path)) return;
  event.respondWith(fetch(event.request).then((answer) => {
    const copy = answer.clone();
    caches.open(KEPT).then((cache) => cache.put(event.request, copy));
    return answer;
  }).catch(() => caches.match(event.request)));
});

// One connection for all tabs. A browser opens six to a server at most: with one for each tab, the
// seventh tab would wait for ever.

const kinds = ['whole', 'sample', 'board', 'state', 'gone'] as const;
const ports = new Set<MessagePort>();

function tell(message: unknown): void {
  for (const port of ports) port.postMessage(message);
}

const source = new EventSource('/api/events');
source.onopen = () => tell({ connected: true });
source.onerror = () => tell({ connected: false });
for (const kind of kinds) {
  source.addEventListener(kind, (event) => tell({ kind, data: JSON.parse((event as MessageEvent).data) }));
}

(self as unknown as SharedWorkerGlobalScope).onconnect = async (event) => {
  const port = event.ports[0];
  port.onmessage = () => ports.delete(port);
  const data = await fetch('/api/live').then((answer) => answer.json(), () => null);
  if (data) port.postMessage({ kind: 'whole', data });
  port.postMessage({ connected: source.readyState === EventSource.OPEN });
  ports.add(port);
};

// MessageChannel: order, transfer, listeners, close.
const { port1, port2 } = new MessageChannel();
const log = [];
port1.onmessage = (e) => {
  log.push(e.data);
  if (e.data === 3) {
    console.log(log.join(), e instanceof MessageEvent, e.ports.length, e.target === port1, port1.onmessage !== null);
    second();
  }
};
for (const n of [1, 2, 3]) port2.postMessage(n);
console.log('posted');
function second() {
  const other = new MessageChannel();
  const buffer = new ArrayBuffer(4);
  port1.onmessage = ({ data, ports }) => {
    console.log(data.buffer.byteLength, ports.length, ports[0] === data.port, buffer.byteLength);
    ports[0].onmessage = (e) => {
      console.log('through the port that came', e.data.get('k'));
      port1.close();
      port2.postMessage('lost');
      other.port2.close();
    };
  };
  port2.postMessage({ buffer, port: other.port1 }, [buffer, other.port1]);
  other.port2.postMessage(new Map([['k', 'v']]));
}
for (const f of [() => port1.postMessage(() => {}), () => port1.postMessage(0, [port1]), () => new MessagePort(), () => port1.postMessage()]) {
  try {
    f();
    console.log('no error');
  } catch (e) {
    console.log(e instanceof DOMException ? e.name : e instanceof TypeError);
  }
}
console.log(port1 instanceof EventTarget);

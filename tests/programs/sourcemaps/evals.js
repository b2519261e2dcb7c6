// oracle: by hand
const show = (error) => print(error.stack.split('\n').slice(1).map((line) => line.trim()).filter((line) => line.includes('.ts') || line.includes('named')).join('; '));
const run = (f) => { try { f(); } catch (error) { show(error); } };
run(() => eval('\n  throw new Error(1);\n//# sourceURL=named.js'));
run(() => (0, eval)('(function inner() { throw new Error(1); })()\n//@ sourceURL=named2.js'));
run(new Function('throw new Error(1);\n//# sourceURL=named3.js'));
const text = 'function a(b){throw new Error(b)}a(1)\n//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjogMywgInNvdXJjZXMiOiBbImZhaWxzLnRzIl0sICJuYW1lcyI6IFsiZmFpbHMiXSwgIm1hcHBpbmdzIjogIlNBQ1NBLEtBQ1AsTUFBTSxhQUdSIiwgInNvdXJjZXNDb250ZW50IjogWyIvLyBvcmlnaW5hbFxuZnVuY3Rpb24gZmFpbHMod2h5OiBudW1iZXIpIHtcbiAgdGhyb3cgbmV3IEVycm9yKHdoeSk7XG59XG5cbmZhaWxzKDEpO1xuIl19';
run(() => (0, eval)(text));
run(new Function('x', 'y', text));
run(() => (0, eval)(text));

// What a web-platform test expects of its host: `tarsier host.js ROOT TEST QUERY SCRIPT...` runs the harness, the scripts
// and the test in the global scope, and prints a line of JSON for each subtest, and one for the harness.
"use strict";
{
    const [root, test, query, ...scripts] = process.argv.slice(2);
    const folder = test.replace(/[^/]*$/, "");
    // The suite's server knows the parser of interface descriptions by another name.
    const served = { "/resources/WebIDLParser.js": "/resources/webidl2/lib/webidl2.js" };
    const file = url => {
        const path = String(url).replace(/[?#].*$/, "");
        return path.startsWith("/") ? root + (served[path] ?? path) : root + "/" + folder + path;
    };

    globalThis.GLOBAL = { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false };
    const { href, origin, protocol, host, hostname, port, pathname, search, hash } =
        new URL("http://web-platform.test/" + test + query);
    globalThis.location = { href, origin, protocol, host, hostname, port, pathname, search, hash, toString: () => href };

    // Tools of the tests that are not what they test: data that lies beside a test, readers of blobs, a maker of shared buffers.
    globalThis.fetch = async url => {
        const text = read(file(url));
        return { ok: true, status: 200, text: async () => text, json: async () => JSON.parse(text) };
    };
    globalThis.Response = class {
        #blob;
        constructor(blob) {
            this.#blob = blob;
        }
        text() {
            return this.#blob.text();
        }
        arrayBuffer() {
            return this.#blob.arrayBuffer();
        }
    };
    globalThis.FileReader = class extends EventTarget {
        result = null;
        error = null;
        #read(promise) {
            promise.then(result => {
                this.result = result;
                for (const type of ["load", "loadend"]) {
                    const event = new Event(type);
                    this["on" + type]?.(event);
                    this.dispatchEvent(event);
                }
            });
        }
        readAsText(blob) {
            this.#read(blob.text());
        }
        readAsArrayBuffer(blob) {
            this.#read(blob.arrayBuffer());
        }
    };
    globalThis.WebAssembly = { Memory: class { buffer = new SharedArrayBuffer(0); } };

    load(root + "/resources/testharness.js");
    if (test.endsWith("/idlharness.any.js")) {
        // What workers have, shells have: interfaces are asked for as there.
        globalThis.DedicatedWorkerGlobalScope = class {
            static [Symbol.hasInstance](object) {
                return object === globalThis;
            }
        };
    }
    // Timers of signals keep no process alive; a test waits for them.
    const waiting = setInterval(() => {}, 1000);
    add_result_callback(result => print(JSON.stringify({ name: result.name, status: result.status, message: result.message })));
    add_completion_callback((_, harness) => {
        print(JSON.stringify({ harness: harness.status, message: harness.message }));
        clearInterval(waiting);
    });
    for (const script of scripts) {
        load(file(script));
    }
    load(root + "/" + test);
}

const ping = () => Promise.resolve().then(pong), pong = () => Promise.resolve().then(ping);
ping();

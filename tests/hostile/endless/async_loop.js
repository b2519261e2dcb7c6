(async () => { for (;;) await null; })();

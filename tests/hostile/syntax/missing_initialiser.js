for (const x; ;) { }

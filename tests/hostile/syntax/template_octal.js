var s = `\01`;

const o = { kept: [], get x() { this.kept.push(new Array(100).fill(0)); return this.x2; }, get x2() { return this.kept.length; } };
for (;;) o.x;

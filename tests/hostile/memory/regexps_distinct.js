const l = []; for (let i = 0;; i++) { l.push(new RegExp("a" + i + "(b|c)*")); l[i].test("zz"); }

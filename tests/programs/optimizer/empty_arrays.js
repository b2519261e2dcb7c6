// Loops over arrays that are empty now and then, or that hold int32s where others hold objects: what fits objects fits them, too.
const count = lists => { let n = 0; for (const list of lists) for (const item of list) n += item.size; return n; };
const total = list => { let n = 0; for (let i = 0; i < list.length; i++) n += list[i].size ?? list[i]; return n; };
const first = list => { const [head = 'none'] = list; return head.size ?? head; };
const each = list => { let n = 0; list.forEach(item => { n += item.size; }); return n; };
const items = n => Array.from({ length: n }, (_, size) => ({ size }));
let sum = 0;
for (let i = 0; i < 400; i++) {
  const lists = [items(3), [], items(i % 4), i % 2 ? [] : items(2)];
  sum += count(lists) + total(lists[2]) + each(lists[3]) + (first(lists[3]) === 'none' ? 1 : 0) + total(i % 5 ? items(2) : [1, 2, 3]);
}
console.log(sum);

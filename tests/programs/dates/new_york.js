// tz: America/New_York
// Local time with daylight saving: gaps, folds, offsets, round trips.
// The zone's name in parentheses is the implementation's affair.
const zoneless = (...texts) => print(...texts.map((t) => t.replace(/ \(.*?\)/, '')));
const show = (d) => `${d.getFullYear()}-${d.getMonth() + 1}-${d.getDate()} ${d.getHours()}:${String(d.getMinutes()).padStart(2, '0')} ${d.getTimezoneOffset()} ${d.toISOString()}`;
print(show(new Date(2021, 0, 1)), '|', show(new Date(2021, 6, 1)), '|', show(new Date(2021, 2, 14, 1, 59)), '|');
print(show(new Date(2021, 2, 14, 2, 30)), '|', show(new Date(2021, 2, 14, 3, 0)), '|', show(new Date(2021, 10, 7, 0, 59)), '|');
print(show(new Date(2021, 10, 7, 1, 30)), '|', show(new Date(2021, 10, 7, 2, 0)));
for (const t of [1615705199000, 1615705200000, 1636264799000, 1636264800000, 1636268400000, 0]) print(t, show(new Date(t)));
zoneless(new Date(2021, 0, 1).toString(), '|', new Date(2021, 6, 1).toString(), '|', new Date(0).toString(), '|');
zoneless(new Date(0).toTimeString(), '|', new Date(0).toDateString(), '|', new Date(0).toUTCString());
print(Date.parse('2021-07-01'), Date.parse('2021-07-01T00:00'), Date.parse('2021-01-01T00:00'), Date.parse('2021-07-01T00:00Z'), new Date(2021, 6, 1).getTime(), Date.UTC(2021, 6, 1));
const d = new Date(2021, 2, 13, 2, 30);
d.setDate(14);
print(show(d));
d.setDate(15);
print(show(d));
d.setHours(0, 0, 0, 0);
d.setMonth(10, 7);
print(show(d));
d.setHours(1, 30);
print(show(d));
d.setTime(d.getTime() + 3600000);
print(show(d));
d.setMinutes(31);
print(show(d));
let prev = null, changes = [];
for (let h = 0; h < 24 * 365; h += 6) { const o = new Date(Date.UTC(2021, 0, 1, h)).getTimezoneOffset(); if (prev !== null && o !== prev) changes.push(h + ':' + o); prev = o; }
print(changes.join());
let bad = 0;
for (let h = 0; h < 24 * 400; h += 5) { const t = Date.UTC(2020, 11, 1, h); const x = new Date(t); const back = new Date(x.getFullYear(), x.getMonth(), x.getDate(), x.getHours()).getTime(); if (back !== t && Math.abs(back - t) !== 3600000) bad++; if (Date.parse(x.toString()) !== t) bad++; }
print(bad);
print(new Date(1918, 2, 31, 12).getTimezoneOffset(), new Date(1975, 1, 24).getTimezoneOffset(), new Date(2006, 3, 1).getTimezoneOffset(), new Date(2006, 3, 3).getTimezoneOffset(), new Date(2030, 6, 1).getTimezoneOffset(), new Date(2021, 0).toJSON());

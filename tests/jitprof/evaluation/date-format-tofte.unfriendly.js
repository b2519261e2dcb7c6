// A format's letters, one by one.
function format(pattern, date) {
  const letters = pattern.split("");
  let text = "";
  let at = 0;
  while (letters[at]) {
    const letter = letters[at];
    if (letter === "Y") text += date.year;
    else if (letter === "m") text += date.month < 10 ? "0" + date.month : date.month;
    else if (letter === "d") text += date.day < 10 ? "0" + date.day : date.day;
    else if (letter === "H") text += date.hour;
    else text += letter;
    at++;
  }
  return text;
}

let length = 0;
for (let i = 0; i < 200000; i++) {
  const date = { year: 1900 + (i % 200), month: 1 + (i % 12), day: 1 + (i % 28), hour: i % 24 };
  length += format("Y-m-d, H o'clock", date).length;
}
print(length);

// Electricity meters: readings come from radios and from forms that people fill in; use is worked out and billed.
let seed = 230;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 9) % n;
}

class Meter {
  constructor(number, hasRadio) {
    this.number = number;
    this.hasRadio = hasRadio;
    this.reading = 0;
    this.last = 0;
    this.cents = 0;
    this.high = 0;
  }
}

/** What a form says. */
function fromForm(form) {
  return Number(form.text);
}

function enter(meter, form) {
  meter.last = Number(meter.reading);
  meter.reading = meter.hasRadio ? form.value : fromForm(form);
}

function makeForms(meters, month) {
  const forms = [];
  for (let i = 0; i < meters.length; i++) {
    const value = month * 300 + (i % 40) + random(200);
    forms.push({ value, text: meters[i].hasRadio ? "" : String(value) });
  }
  return forms;
}

function use(meter) {
  return meter.reading - meter.last;
}

function bill(meters, tariff) {
  let sum = 0;
  for (let i = 0; i < meters.length; i++) {
    const meter = meters[i];
    const kwh = use(meter);
    meter.cents = kwh > 0 ? kwh * tariff : 0;
    if (kwh > meter.high) meter.high = kwh;
    sum = (sum + meter.cents) % 1000003;
  }
  return sum;
}

function suspicious(meters) {
  let n = 0;
  for (let i = 0; i < meters.length; i++) {
    const kwh = use(meters[i]);
    if (kwh < 100 || kwh > 450) n++;
  }
  return n;
}

const meters = [];
for (let i = 0; i < 400; i++) meters.push(new Meter(i, i % 3 !== 0));
let check = 0;
for (let month = 1; month <= 24; month++) {
  const forms = makeForms(meters, month);
  for (let i = 0; i < meters.length; i++) enter(meters[i], forms[i]);
  for (let tariff = 20; tariff < 200; tariff++) check = (check * 7 + bill(meters, tariff) + suspicious(meters)) % 1000003;
}
for (const meter of meters) check = (check * 3 + meter.high) % 1000003;
print(check);

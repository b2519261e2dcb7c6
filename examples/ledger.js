// A ledger as text: written, split into tokens, parsed, checked, summed and printed. Nearly all
// of the time goes into strings, small objects and maps:
//
//     cargo run --release -- --prof examples/ledger.js
//
// `write` builds the text, `scan` cuts it into tokens character by character, `parse` makes
// entries, `evaluate` walks the expressions of amounts, `post` books them into accounts, and
// `report` formats the result. `hash` closes with integer arithmetic over every character.

let seed = 7;
function random(limit) {
  seed = (seed * 48271) % 2147483647;
  return seed % limit;
}

const ACCOUNTS = ['cash', 'bank', 'rent', 'food', 'books', 'travel', 'wages', 'gifts', 'repairs', 'fees'];

// --- writing -------------------------------------------------------------------------------

function amount() {
  switch (random(4)) {
    case 0:
      return `${random(900) + 1}`;
    case 1:
      return `${random(90)}.${String(random(100)).padStart(2, '0')}`;
    case 2:
      return `${random(20) + 1} * ${random(50) + 1}`;
    default:
      return `(${random(300)} + ${random(40)}.5) * ${random(3) + 1} - ${random(30)}`;
  }
}

function write(count) {
  let text = '';
  let day = 1;
  for (let i = 0; i < count; i++) {
    day += random(3) === 0 ? 1 : 0;
    const from = ACCOUNTS[random(ACCOUNTS.length)];
    const to = ACCOUNTS[random(ACCOUNTS.length)];
    text += `${2000 + Math.floor(day / 336)}-${1 + Math.floor((day % 336) / 28)}-${1 + (day % 28)} `;
    text += `${from} > ${to}: ${amount()}`;
    if (random(5) === 0) text += `  ; note ${i}: paid at the ${['market', 'station', 'harbour'][random(3)]}`;
    text += '\n';
  }
  return text;
}

// --- scanning ------------------------------------------------------------------------------

function isDigit(code) {
  return code >= 48 && code <= 57;
}

function isLetter(code) {
  return code >= 97 && code <= 122;
}

function* scan(text) {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 32) {
      at++;
    } else if (code === 10) {
      yield { type: 'end', text: '\n', at };
      at++;
    } else if (code === 59) {
      while (at < text.length && text.charCodeAt(at) !== 10) at++;
    } else if (isDigit(code)) {
      const start = at;
      while (isDigit(text.charCodeAt(at)) || text.charCodeAt(at) === 46) at++;
      yield { type: 'number', text: text.slice(start, at), at: start };
    } else if (isLetter(code)) {
      const start = at;
      while (isLetter(text.charCodeAt(at))) at++;
      yield { type: 'name', text: text.slice(start, at), at: start };
    } else {
      yield { type: 'sign', text: text[at], at };
      at++;
    }
  }
}

// --- parsing -------------------------------------------------------------------------------

class ParseError extends Error {
  constructor(token, wanted) {
    super(`at ${token.at}: ${JSON.stringify(token.text)} where ${wanted} is wanted`);
    this.name = 'ParseError';
  }
}

class Parser {
  constructor(tokens) {
    this.tokens = tokens;
    this.at = 0;
  }

  get token() {
    return this.tokens[this.at];
  }

  take(type, text) {
    const token = this.token;
    if (token.type !== type || (text !== undefined && token.text !== text)) throw new ParseError(token, text ?? type);
    this.at++;
    return token.text;
  }

  is(text) {
    return this.token.type === 'sign' && this.token.text === text;
  }

  sum() {
    let left = this.product();
    while (this.is('+') || this.is('-')) {
      const sign = this.take('sign');
      left = { sign, left, right: this.product() };
    }
    return left;
  }

  product() {
    let left = this.primary();
    while (this.is('*')) {
      this.take('sign', '*');
      left = { sign: '*', left, right: this.primary() };
    }
    return left;
  }

  primary() {
    if (this.is('(')) {
      this.take('sign', '(');
      const inner = this.sum();
      this.take('sign', ')');
      return inner;
    }
    return { value: Number(this.take('number')) };
  }

  entry() {
    const year = this.take('number');
    this.take('sign', '-');
    const month = this.take('number');
    this.take('sign', '-');
    const day = this.take('number');
    const from = this.take('name');
    this.take('sign', '>');
    const to = this.take('name');
    this.take('sign', ':');
    const expression = this.sum();
    this.take('end');
    return { date: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, from, to, expression };
  }
}

function parse(tokens) {
  const parser = new Parser(tokens);
  const entries = [];
  while (parser.at < tokens.length) entries.push(parser.entry());
  return entries;
}

// --- booking -------------------------------------------------------------------------------

function evaluate(node) {
  switch (node.sign) {
    case undefined:
      return node.value;
    case '+':
      return evaluate(node.left) + evaluate(node.right);
    case '-':
      return evaluate(node.left) - evaluate(node.right);
    default:
      return evaluate(node.left) * evaluate(node.right);
  }
}

function post(entries) {
  const accounts = new Map(ACCOUNTS.map((name) => [name, { balance: 0, entries: 0, months: {} }]));
  for (const { date, from, to, expression } of entries) {
    const cents = Math.round(evaluate(expression) * 100);
    const month = date.slice(0, 7);
    for (const [name, change] of [
      [from, -cents],
      [to, cents],
    ]) {
      const account = accounts.get(name);
      account.balance += change;
      account.entries++;
      account.months[month] = (account.months[month] ?? 0) + change;
    }
  }
  return accounts;
}

function money(cents) {
  const sign = cents < 0 ? '-' : '';
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

function report(accounts) {
  const lines = [];
  for (const [name, { balance, entries, months }] of [...accounts].sort((a, b) => b[1].balance - a[1].balance)) {
    const sorted = Object.entries(months).sort((a, b) => a[1] - b[1]);
    const worst = sorted.length ? `${sorted[0][0]} ${money(sorted[0][1])}` : '-';
    lines.push(`${name.padEnd(8)} ${money(balance).padStart(16)} ${String(entries).padStart(6)}  worst month ${worst}`);
  }
  return lines.join('\n');
}

function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(16).padStart(8, '0');
}

// --- the books ---------------------------------------------------------------------------

let last;
for (let book = 1; book <= 16; book++) {
  const text = write(6000);
  const tokens = [...scan(text)];
  const accounts = post(parse(tokens));
  let total = 0;
  for (const { balance } of accounts.values()) total += balance;
  last = report(accounts);
  print(`book ${book}: ${text.length} characters, ${tokens.length} tokens, balance ${money(total)}, hash ${hash(text)}`);
}
print(last);
try {
  parse([...scan('2000-1-1 cash > : 5\n')]);
} catch (error) {
  print(`${error.name} ${error.message}`);
}

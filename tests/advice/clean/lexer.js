// A lexer for a small language: names, numbers, strings, signs, by the codes of their characters.
const NAME = 1;
const NUMBER = 2;
const TEXT = 3;
const SIGN = 4;

class Token {
  constructor(kind, start, end) {
    this.kind = kind;
    this.start = start;
    this.end = end;
  }
}

function isLetter(code) {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}

function isDigit(code) {
  return code >= 48 && code <= 57;
}

class Lexer {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.tokens = [];
  }

  take(kind, test) {
    const start = this.at;
    while (this.at < this.text.length && test(this.text.charCodeAt(this.at))) this.at++;
    this.tokens.push(new Token(kind, start, this.at));
  }

  takeText() {
    const start = this.at++;
    while (this.at < this.text.length && this.text.charCodeAt(this.at) !== 34) this.at++;
    this.at++;
    this.tokens.push(new Token(TEXT, start, this.at));
  }

  run() {
    while (this.at < this.text.length) {
      const code = this.text.charCodeAt(this.at);
      if (code === 32 || code === 10) {
        this.at++;
      } else if (isLetter(code)) {
        this.take(NAME, isLetter);
      } else if (isDigit(code)) {
        this.take(NUMBER, isDigit);
      } else if (code === 34) {
        this.takeText();
      } else {
        this.tokens.push(new Token(SIGN, this.at, ++this.at));
      }
    }
    return this.tokens;
  }
}

const text = 'let total = 0;\nwhile (total < 1000) { total = total + step * 12; show("step", total); }\n'.repeat(40);
let check = 0;
for (let round = 0; round < 900; round++) {
  const tokens = new Lexer(text).run();
  for (const token of tokens) check = (check * 7 + token.kind + token.end - token.start) % 1000003;
}
print(check);

// Generates parsers from grammars, and runs what was generated.
import peggy from 'peggy';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const JSON_GRAMMAR = `
{{ const pairs = (list) => Object.fromEntries(list); }}
start = _ @value _
value = object / array / string / number / "true" { return true; } / "false" { return false; } / "null" { return null; }
object = "{" _ list:pair|.., _ "," _| _ "}" { return pairs(list); }
pair = key:string _ ":" _ held:value { return [key, held]; }
array = "[" _ @value|.., _ "," _| _ "]"
string "string" = '"' parts:part* '"' { return parts.join(""); }
part = $[^"\\\\]+ / "\\\\" @escape
escape = 'n' { return "\\n"; } / 'u' digits:$[0-9a-fA-F]|4| { return String.fromCharCode(parseInt(digits, 16)); } / .
number "number" = text:$("-"? [0-9]+ ("." [0-9]+)? ([eE] [+-]? [0-9]+)?) { return Number(text); }
_ = [ \\t\\n\\r]*
`;
const LOOKAHEAD = `
start = items:(word / other)+ { return items; }
word = !keyword name:$([a-z]i [a-z0-9]i*) &{ return name.length > 1; } { return [name.toLowerCase(), location().start.column]; }
keyword = ("if" / "else") ![a-z0-9]i
other = @$. 
`;

workload('peggy', (round) => {
  const random = new Random(round);
  const parser = peggy.generate(JSON_GRAMMAR, { cache: round % 2 === 0 });
  const data = records(random, 60);
  const text = JSON.stringify(data, null, 1);
  const same = JSON.stringify(parser.parse(text)) === JSON.stringify(data);
  const errors = random.list(10, () => {
    const at = random.below(text.length);
    try {
      parser.parse(text.slice(0, at) + '%' + text.slice(at));
      return null;
    } catch (error) {
      return [error.location.start, error.expected?.map((one) => one.description ?? one.type), error.message];
    }
  });
  const source = peggy.generate(LOOKAHEAD, { output: 'source', format: 'es' });
  const second = peggy.generate(LOOKAHEAD, { allowedStartRules: ['start', 'word'] });
  return [same, errors, source.length, second.parse('if abc else x9 + y7 ifx'), second.parse('abc', { startRule: 'word' })];
}, { rounds: 3 });

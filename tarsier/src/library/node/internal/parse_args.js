// util.parseArgs

const { check, typeError, invalidArgValue, invalidArgType } = require('node/internal/errors');

const own = (object, key) => (Object.hasOwn(object, key) ? object[key] : undefined);

function optionError(code, message) {
  return typeError(code, message, parseArgs);
}

/** The long name of an option by its letter. */
function longName(letter, options) {
  for (const [name, { short }] of Object.entries(options)) {
    if (short === letter) return name;
  }
  return letter;
}

/** Arguments as { kind, ... }, whatever options there are. */
function tokensOf(args, options) {
  const tokens = [];
  const rest = args.map((arg, index) => ({ arg, index }));
  while (rest.length > 0) {
    const { arg, index } = rest.shift();
    const next = rest[0]?.arg;
    if (arg === '--') {
      tokens.push({ kind: 'option-terminator', index });
      for (const { arg: value, index: at } of rest) tokens.push({ kind: 'positional', index: at, value });
      break;
    }
    if (/^-[^-]$/.test(arg)) {
      const name = longName(arg[1], options);
      const token = { kind: 'option', name, rawName: arg, index, value: undefined, inlineValue: undefined };
      if (own(options, name)?.type === 'string' && next !== undefined) {
        token.value = rest.shift().arg;
        token.inlineValue = false;
      }
      tokens.push(token);
      continue;
    }
    if (/^-[^-]./.test(arg)) {
      // -abc: letters up to the first that takes a value.
      const first = longName(arg[1], options);
      if (own(options, first)?.type === 'string') {
        tokens.push({ kind: 'option', name: first, rawName: arg.slice(0, 2), index, value: arg.slice(2), inlineValue: true });
        continue;
      }
      const expanded = [];
      for (let at = 1; at < arg.length; at++) {
        const name = longName(arg[at], options);
        if (own(options, name)?.type !== 'string' || at === arg.length - 1) {
          expanded.push({ arg: `-${arg[at]}`, index });
        } else {
          expanded.push({ arg: `-${arg.slice(at)}`, index });
          break;
        }
      }
      rest.unshift(...expanded);
      continue;
    }
    const equals = arg.indexOf('=', 3);
    if (arg.startsWith('--') && equals === -1) {
      const name = arg.slice(2);
      const token = { kind: 'option', name, rawName: arg, index, value: undefined, inlineValue: undefined };
      if (own(options, name)?.type === 'string' && next !== undefined) {
        token.value = rest.shift().arg;
        token.inlineValue = false;
      }
      tokens.push(token);
      continue;
    }
    if (arg.startsWith('--')) {
      const name = arg.slice(2, equals);
      tokens.push({ kind: 'option', name, rawName: `--${name}`, index, value: arg.slice(equals + 1), inlineValue: true });
      continue;
    }
    tokens.push({ kind: 'positional', index, value: arg });
  }
  return tokens;
}

function checkStrictly(token, options, allowPositionals) {
  const { name, rawName, value } = token;
  const option = own(options, name);
  if (option === undefined) {
    const hint = allowPositionals ? `. To specify a positional argument starting with a '-', place it at the end of the command after '--', as in '-- ${JSON.stringify(rawName)}` : '';
    throw optionError('ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '${rawName}'${hint}`);
  }
  const short = option.short ? `-${option.short}, ` : '';
  if (option.type === 'string' && typeof value !== 'string') {
    throw optionError('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${short}--${name} <value>' argument missing`);
  }
  if (option.type === 'boolean' && value != null) {
    throw optionError('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '${short}--${name}' does not take an argument`);
  }
  if (token.inlineValue === false && value.length > 1 && value[0] === '-') {
    const example = rawName.startsWith('--') ? `'${rawName}=-XYZ'` : `'--${name}=-XYZ' or '${rawName}-XYZ'`;
    throw optionError('ERR_PARSE_ARGS_INVALID_OPTION_VALUE',
      `Option '${rawName}' argument is ambiguous.\nDid you forget to specify the option argument for '${rawName}'?\n` +
      `To specify an option argument starting with a dash use ${example}.`);
  }
}

function store(name, value, options, values) {
  if (name === '__proto__') return;
  const stored = value ?? true;
  if (own(options, name)?.multiple) {
    if (values[name]) values[name].push(stored);
    else values[name] = [stored];
  } else {
    values[name] = stored;
  }
}

function checkOptions(options) {
  check.object(options, 'options');
  for (const [name, option] of Object.entries(options)) {
    check.object(option, `options.${name}`);
    const type = own(option, 'type');
    if (type !== 'string' && type !== 'boolean') throw invalidArgType(`options.${name}.type`, ["('string|boolean')"], type);
    if (Object.hasOwn(option, 'short')) {
      check.string(option.short, `options.${name}.short`);
      if (option.short.length !== 1) throw invalidArgValue(`options.${name}.short`, option.short, 'must be a single character');
    }
    const multiple = own(option, 'multiple');
    if (Object.hasOwn(option, 'multiple')) check.boolean(multiple, `options.${name}.multiple`);
    const value = own(option, 'default');
    if (value === undefined) continue;
    const test = type === 'string' ? check.string : check.boolean;
    if (multiple) {
      check.array(value, `options.${name}.default`);
      value.forEach((item, i) => test(item, `options.${name}.default[${i}]`));
    } else {
      test(value, `options.${name}.default`);
    }
  }
}

function programArguments() {
  const { argv } = require('node/process');
  return argv.slice(2);
}

function parseArgs(config = {}) {
  check.object(config, 'config');
  const args = own(config, 'args') ?? programArguments();
  const strict = own(config, 'strict') ?? true;
  const allowPositionals = own(config, 'allowPositionals') ?? !strict;
  const returnTokens = own(config, 'tokens') ?? false;
  const options = own(config, 'options') ?? { __proto__: null };
  check.array(args, 'args');
  check.boolean(strict, 'strict');
  check.boolean(allowPositionals, 'allowPositionals');
  check.boolean(returnTokens, 'tokens');
  checkOptions(options);
  const tokens = tokensOf(args, options);
  const result = { values: { __proto__: null }, positionals: [] };
  if (returnTokens) result.tokens = tokens;
  for (const token of tokens) {
    if (token.kind === 'option') {
      if (strict) checkStrictly(token, options, allowPositionals);
      store(token.name, token.value, options, result.values);
    } else if (token.kind === 'positional') {
      if (!allowPositionals) {
        throw optionError('ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL',
          `Unexpected argument '${token.value}'. This command does not take positional arguments`);
      }
      result.positionals.push(token.value);
    }
  }
  for (const [name, option] of Object.entries(options)) {
    if (own(option, 'default') !== undefined && result.values[name] === undefined && name !== '__proto__') result.values[name] = option.default;
  }
  return result;
}

return { parseArgs };

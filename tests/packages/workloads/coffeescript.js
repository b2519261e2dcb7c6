// Compiles CoffeeScript: classes, comprehensions, patterns, generators, with its own lexer and rewriter.
import CoffeeScript from 'coffeescript/lib/coffeescript/coffeescript.js';
import { Random, workload } from '../lib/workload.js';
import { name, word } from '../lib/texts.js';

const ONE = (random) => {
  const own = name(random);
  return `
class ${own[0].toUpperCase()}${own.slice(1)} extends Base
  constructor: (@first = ${random.below(99)}, {second, third...}, @rest...) ->
    super()
    @total = (n * 2 for n in @rest by 2 when n % 3 isnt 0)
  name: => "#{@first} of #{"${word(random)}" + 1}"
  @make: (args...) -> new @ args...
${own} = (list) ->
  try
    for own key, value of list when value?.length
      switch
        when key < ${random.below(9)} then yield key
        else yield from value
  catch {message}
    throw message unless message is '${word(random)}'
  [first, ..., last] = list[1..-2]
  a = b = c = d = null
  a ?= b or= c until d
  ///^ #{own} # ${word(random)}
    [a-z]+ ///g.test last if first in [1, 2, ${random.below(9)}]
`.replace('#{own}', own);
};

workload('coffeescript', (round) => {
  const random = new Random(round);
  const source = random.list(5, () => ONE(random)).join('');
  const compiled = CoffeeScript.compile(source, { bare: true });
  const tokens = CoffeeScript.tokens(source).map((token) => token[0]).join(' ');
  let wrong;
  try {
    CoffeeScript.compile('a = (b ->\n  [1, 2');
  } catch (error) {
    wrong = [error.message, error.location];
  }
  return [compiled, tokens, wrong];
}, { rounds: 3 });

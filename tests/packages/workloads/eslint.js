// Lints made-up programs with a set of rules, one of our own among them, and applies its fixes.
// thresholds: 4 200
import '../lib/url.js';
import { Linter } from 'eslint/universal';
import { Random, workload } from '../lib/workload.js';
import { javascript } from '../lib/programs.js';

const own = {
  rules: {
    long: {
      meta: { type: 'suggestion', fixable: 'code', schema: [] },
      create: (context) => ({
        Identifier(node) {
          if (node.name.length > 9) context.report({ node, message: 'long {{ name }}', data: { name: node.name } });
        },
        'IfStatement > BlockStatement.alternate[body.length=0]': (node) => context.report({ node, message: 'empty' }),
        'Literal:exit': (node) => node.raw === 'true' && context.report({ node, message: 'yes', fix: (fixer) => fixer.replaceText(node, '!0') }),
      }),
    },
  },
};
const rules = { 'no-unused-vars': 'error', 'prefer-const': 'warn', 'no-var': 'error', semi: 2, quotes: [1, 'double'], eqeqeq: 2, 'no-undef': 2, complexity: [1, 5], 'no-empty': 1, 'consistent-return': 1, 'no-unreachable': 2, 'own/long': 1, 'no-useless-escape': 1, 'arrow-body-style': 1, 'prefer-template': 1 };

workload('eslint', (round) => {
  const random = new Random(round);
  const linter = new Linter();
  const config = [{ files: ['**/*.js'], plugins: { own }, rules, languageOptions: { ecmaVersion: 2022, sourceType: 'script', globals: { Math: 'readonly' } } }];
  const source = javascript(random, 12);
  const messages = linter.verify(source, config, 'made.js').map((one) => [one.ruleId, one.line, one.column, one.message]);
  const fixed = linter.verifyAndFix(source, config, 'made.js');
  return [messages, fixed.fixed, fixed.output];
}, { rounds: 1 });

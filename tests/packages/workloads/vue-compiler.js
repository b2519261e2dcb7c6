// Compiles templates to render functions and single-file components to modules.
import { baseParse, compile } from '@vue/compiler-dom';
import { Random, workload } from '../lib/workload.js';
import { name, word } from '../lib/texts.js';

const template = (random) => random.list(8, () => `
<section :class="[a, { b: ${name(random)} }]" :style="{ width: w + 'px' }" @click.stop="on($event, ${random.below(9)})" v-bind="rest">
  <p v-if="x > ${random.below(9)}" key="1">{{ ${name(random)} | 0 }} ${word(random)}</p><p v-else-if="y">static <b>${word(random)}</b></p><template v-else><i/>{{ z?.[0] }}</template>
  <li v-for="({ id, ...o }, index) in list" :key="id" v-memo="[id]" @keyup.enter="() => f(id)">{{ index + id }}<slot :name="o.n" v-bind="o">fallback</slot></li>
  <Other v-model:title.trim="title" #default="{ item = ${random.below(9)} }"><input v-model.number="item.value" type="text" v-once></Other>
  <component :is="kind" v-slot:[slotName]="p"><span v-text="p.x" v-show="p.y"></span></component><textarea v-html="h"></textarea><pre>  kept   ${word(random)} </pre>
</section>`).join('');

workload('vue-compiler', (round) => {
  const random = new Random(round);
  const source = template(random);
  const errors = [];
  const onError = (error) => errors.push([error.code, error.loc?.start.offset]);
  const module = compile(source, { mode: 'module', prefixIdentifiers: false, hoistStatic: true, cacheHandlers: true, onError });
  const plain = compile(source, { mode: 'function', whitespace: 'preserve', comments: true, isCustomElement: (tag) => tag === 'section', onError });
  const broken = '<div v-if><p v-else></div><a @click v-model="x"><b v-for="x of"></a>{{ open';
  compile(broken, { onError });
  const tree = baseParse(source, { onError });
  return [module.code, plain.code, errors, tree.children.length, tree.components, module.ast.hoists.length];
}, { rounds: 16 });

// Reactive state, computed values and watchers, and components rendered to text on a server.
import { computed, createSSRApp, effectScope, h, inject, nextTick, provide, reactive, ref, shallowRef, toRefs, watch, watchEffect } from 'vue';
import { renderToString } from '@vue/server-renderer';
import { Random, workload } from '../lib/workload.js';
import { records } from '../lib/texts.js';

const Row = {
  props: { row: Object, index: { type: Number, default: 3 } },
  setup(props, { slots, attrs }) {
    const theme = inject('theme', 'none');
    const { row } = toRefs(props);
    const total = computed(() => row.value.tags.reduce((sum, tag) => sum + tag.length, 0));
    return () => h('li', { class: [theme, { on: row.value.active }], style: { width: `${total.value}px` }, ...attrs }, [row.value.title, slots.default?.({ total: total.value })]);
  },
};
const Table = {
  props: ['rows'],
  setup(props) {
    provide('theme', 'dark');
    const sorted = computed(() => [...props.rows].sort((a, b) => a.price - b.price));
    return () => h('ul', { 'data-count': sorted.value.length }, sorted.value.map((row, index) => h(Row, { row, index, key: row.id, 'data-i': index }, { default: ({ total }) => h('b', null, total) })));
  },
};

workload('vue', async (round) => {
  const random = new Random(round);
  const rows = records(random, 80);
  const log = [];
  const scope = effectScope();
  const state = reactive({ rows, count: 0, nested: { list: [3, 1, 2], map: new Map([['a', 1]]) } });
  scope.run(() => {
    const prices = computed(() => state.rows.filter((row) => row.active).reduce((sum, row) => sum + row.price, 0));
    watchEffect(() => log.push(Math.round(prices.value)), { flush: 'sync' });
    watch(() => [...state.nested.list].sort(), (now, before) => log.push([now, before]), { deep: true, flush: 'sync' });
    watch(() => state.nested.map.get('a'), (now) => log.push(now), { flush: 'post' });
  });
  for (let step = 0; step < 150; step++) {
    state.rows[random.below(80)].price += 1;
    state.rows[random.below(80)].active = random.chance(0.5);
    if (step % 10 === 0) state.nested.list.push(random.below(9));
    if (step % 25 === 0) state.nested.map.set('a', step);
  }
  await nextTick();
  scope.stop();
  state.rows[0].price = 0;
  const app = createSSRApp({ setup: () => () => [h(Table, { rows: state.rows }), h('input', { value: '"', disabled: true }), h('p', { innerHTML: '<b>x</b>' })] });
  const shallow = shallowRef({ a: 1 });
  const deep = ref([{ b: [1] }]);
  deep.value[0].b.push(2);
  return [log, await renderToString(app), shallow.value, deep.value.flatMap((one) => one.b), log.length];
}, { rounds: 9 });

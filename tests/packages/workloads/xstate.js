// A state machine with nested and parallel states, guards, context, history and children, driven by events.
import { and, assign, createActor, createMachine, enqueueActions, fromTransition, getInitialSnapshot, raise, setup, sendTo, transition } from 'xstate';
import { Random, workload } from '../lib/workload.js';

const counter = fromTransition((state, event) => (event.type === 'more' ? { n: state.n + event.by } : state), { n: 0 });
const machine = setup({
  actors: { counter },
  guards: { many: ({ context }) => context.count > 5, even: ({ event }) => event.value % 2 === 0 },
  actions: { log: assign({ trail: ({ context, event }, params) => [...context.trail, `${event.type}${params?.tag ?? ''}`].slice(-40) }) },
}).createMachine({
  id: 'made', initial: 'idle', context: { count: 0, trail: [] }, invoke: { src: 'counter', id: 'side' },
  on: { reset: { target: '.idle', actions: assign({ count: 0 }) }, deep: '.work.memory' },
  states: {
    idle: { entry: { type: 'log', params: { tag: '!' } }, on: { start: { target: 'work', actions: 'log' }, jump: [{ guard: and(['many', 'even']), target: 'done' }, { target: 'work.right.busy', actions: raise({ type: 'tick', value: 2 }) }] } },
    work: {
      type: 'parallel', exit: 'log',
      states: {
        memory: { type: 'history', history: 'deep' },
        left: { initial: 'a', states: { a: { on: { tick: { target: 'b', actions: assign({ count: ({ context, event }) => context.count + event.value }) } } }, b: { always: { guard: 'many', target: 'c' }, on: { tick: 'a' } }, c: { type: 'final' } } },
        right: { initial: 'calm', states: { calm: { on: { tick: { guard: 'even', target: 'busy', actions: sendTo('side', { type: 'more', by: 2 }) } } }, busy: { tags: ['hot'], on: { tick: [{ guard: 'even', target: 'end' }, { actions: enqueueActions(({ enqueue, check }) => { if (check('many')) enqueue.assign({ count: 1 }); enqueue('log'); }) }] } }, end: { type: 'final' } } },
      },
      onDone: { target: 'idle', actions: 'log' }, on: { stop: 'idle' },
    },
    done: { type: 'final', output: ({ context }) => context.count },
  },
});

workload('xstate', (round) => {
  const random = new Random(round);
  const runs = random.list(4, () => {
    const actor = createActor(machine);
    const seen = [];
    actor.subscribe({ next: (snapshot) => seen.push(JSON.stringify(snapshot.value) + (snapshot.hasTag('hot') ? '*' : '')), complete: () => seen.push('complete') });
    actor.start();
    for (let step = 0; step < 60; step++) actor.send({ type: random.pick(['start', 'tick', 'tick', 'tick', 'stop', 'jump', 'reset', 'deep', 'none']), value: random.below(4) });
    const snapshot = actor.getSnapshot();
    const side = actor.system.get?.('side')?.getSnapshot().context ?? snapshot.children.side?.getSnapshot().context;
    const held = JSON.stringify(actor.getPersistedSnapshot());
    actor.stop();
    return [seen, snapshot.context, snapshot.status, side, snapshot.can({ type: 'start' }), held.length];
  });
  const small = createMachine({ initial: 'x', states: { x: { on: { go: 'y' } }, y: {} } });
  return [runs, transition(small, getInitialSnapshot(small), { type: 'go' })[0].value];
}, { rounds: 16 });

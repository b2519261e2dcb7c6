// Compiles components to client and server code, with runes, blocks, stores and scoped styles.
// thresholds: 4 200
import { compile, parse } from 'svelte/compiler';
import { Random, workload } from '../lib/workload.js';
import { name, word } from '../lib/texts.js';

const component = (random) => {
  const own = name(random);
  return `
<script>
  import Other from './Other.svelte';
  let { ${own}, list = [], ...rest } = $props();
  let count = $state(${random.below(9)});
  const doubled = $derived(count * 2 + list.length);
  $effect(() => { count += doubled > ${random.below(99)} ? 1 : 0; });
  function add(event) { count++; list = [...list, { id: count, text: event.type }]; }
</script>
<svelte:head><title>{${own}}</title></svelte:head>
<h1 class="a {${own}} b" class:on={count > 1} style:width="{count}px">${word(random)} {doubled}</h1>
<button onclick={add} {...rest}>${word(random)}</button>
{#if count > 3}<p transition:x>${word(random)}</p>{:else if count}<b>{@html ${own}}</b>{:else}none{/if}
{#each list as { id, text }, index (id)}<li>{index}: {text}<input bind:value={list[index].text} /></li>{:else}<i>empty</i>{/each}
{#await rest.promise}waiting{:then value}<Other {value}>{#snippet row(x)}<td>{x}</td>{/snippet}</Other>{:catch error}{error.message}{/await}
{#key count}<svelte:element this={${own}} />{/key}
<style>h1 { color: red } .on > b:global(.x) { margin: 0 } @keyframes y { to { opacity: 0 } } li:nth-child(2n) { animation: y 1s }</style>`;
};

workload('svelte', (round) => {
  const random = new Random(round);
  return random.list(3, () => {
    const source = component(random).replace(' transition:x', '');
    const client = compile(source, { generate: 'client', filename: 'Made.svelte' });
    const server = compile(source, { generate: 'server', filename: 'Made.svelte' });
    return [client.js.code, client.css?.code, client.warnings.map((warning) => [warning.code, warning.position]), server.js.code, JSON.stringify(parse(source, { modern: true })).length];
  });
}, { rounds: 1 });

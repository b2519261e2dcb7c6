// Data structures: heaps, tries, trees, caches, sketches, graphs of intervals.
import {
  BKTree, BitSet, BloomFilter, CircularBuffer, FibonacciHeap, FixedReverseHeap, Heap, KDTree, LRUMap, MultiMap, PassjoinIndex, SparseSet, StaticDisjointSet, SuffixArray, SymSpell, TrieMap, VPTree,
} from 'mnemonist';
import { Random, workload } from '../lib/workload.js';
import { name, paragraph } from '../lib/texts.js';

function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) next[j] = a[i - 1] === b[j - 1] ? row[j - 1] : 1 + Math.min(row[j - 1], row[j], next[j - 1]);
    row = next;
  }
  return row[b.length];
}

workload('mnemonist', (round) => {
  const random = new Random(round);
  const words = random.list(120, () => name(random));
  const numbers = random.list(800, () => random.below(10000));
  const heap = Heap.from(numbers);
  const pairing = FibonacciHeap.from(numbers.slice(0, 300));
  const top = new FixedReverseHeap(Float64Array, (a, b) => a - b, 10);
  numbers.forEach((number) => top.push(number));
  const trie = new TrieMap();
  words.forEach((text, index) => trie.set(text, index));
  const lru = new LRUMap(50);
  numbers.forEach((number) => (lru.has(number % 97) ? lru.get(number % 97) : lru.set(number % 97, number)));
  const multi = new MultiMap(Set);
  numbers.forEach((number) => multi.set(number % 7, number % 31));
  const sets = new StaticDisjointSet(200);
  for (let step = 0; step < 150; step++) sets.union(random.below(200), random.below(200));
  const bits = new BitSet(1000);
  numbers.forEach((number) => bits.flip(number % 1000));
  const sparse = new SparseSet(500);
  numbers.forEach((number) => (number % 2 ? sparse.add(number % 500) : sparse.delete(number % 500)));
  const ring = new CircularBuffer(Array, 30);
  numbers.forEach((number) => (number % 5 === 0 ? ring.shift() : ring.push(number)));
  const bloom = BloomFilter.from(words);
  const tree = BKTree.from(words, distance);
  const points = random.list(150, (index) => [index, [random.below(100), random.below(100)]]);
  const kd = KDTree.from(points, 2);
  const vp = VPTree.from(words.slice(0, 60), distance);
  const spell = SymSpell.from(words.slice(0, 30), { maxDistance: 1, verbosity: 2 });
  const join = PassjoinIndex.from(words, distance, 1);
  const suffixes = new SuffixArray(paragraph(random, 5));
  return [
    heap.consume().slice(0, 50), Array.from({ length: 60 }, () => pairing.pop()), top.consume(), trie.find('ka').sort(), [...lru.entries()], [...multi.entries()], sets.compile(), bits.size, bits.rank(500), bits.select(20), [...sparse], [...ring], words.every((text) => bloom.test(text)), tree.search(1, words[0]).map((found) => found.item).sort(),
    kd.kNearestNeighbors(5, [50, 50]), vp.neighbors(1, words[3]).map((found) => found.item).sort(), spell.search(words[0].slice(1)).map((found) => found.term).sort(), [...join.search(words[5])].sort(), suffixes.array.slice(0, 100),
  ];
}, { rounds: 16 });

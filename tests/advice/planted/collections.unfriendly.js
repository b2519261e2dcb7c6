// A document: lists of elements by tag are made once, nobody may change them, and they are searched all the time.
let seed = 1998;
function random(n) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed >>> 8) % n;
}

class Element {
  constructor(tag, depth) {
    this.tag = tag;
    this.depth = depth;
    this.children = [];
  }

  append(child) {
    this.children.push(child);
    return child;
  }
}

const TAGS = ["div", "p", "span", "li", "a"];

function build(depth) {
  const element = new Element(TAGS[random(TAGS.length)], depth);
  if (depth < 4) for (let i = 0; i < 5; i++) element.append(build(depth + 1));
  return element;
}

/** All elements with a tag, in the order of the document. */
function byTag(root, tag) {
  const list = [];
  const visit = (element) => {
    if (element.tag === tag) list.push(element);
    element.children.forEach(visit);
  };
  visit(root);
  return Object.freeze(list); // here
}

function position(list, element) {
  return list.indexOf(element);
}

function depths(list) {
  return list.reduce((sum, element) => sum + element.depth, 0);
}

function everyOther(list, from) {
  return list.slice(from).length;
}

function shallow(list) {
  return list.filter((element) => element.depth < 3).length;
}

const root = build(0);
const lists = TAGS.map((tag) => byTag(root, tag));
let check = 0;
for (let event = 0; event < 8000; event++) {
  const list = lists[event % lists.length];
  const element = list[(event * 37) % list.length];
  check = (check * 7 + position(list, element) + depths(list)) % 1000003;
  check = (check + everyOther(list, event % 11) + shallow(list)) % 1000003;
}
print(check);

// Objects with two properties, walked by name.
function filter(key, value) {
  return key === "popularity" ? value + 1 : value;
}

function walk(key, value) {
  if (value !== null && typeof value === "object") {
    for (const name in value) {
      if (Object.prototype.hasOwnProperty.call(value, name)) {
        if (name === "tag") {
          const found = walk(name, value.tag);
          if (found !== undefined) value.tag = found;
        } else if (name === "popularity") {
          const found = walk(name, value.popularity);
          if (found !== undefined) value.popularity = found;
        } else {
          const found = walk(name, value[name]);
          if (found !== undefined) value[name] = found;
        }
      }
    }
  }
  return filter(key, value);
}

const tags = [];
for (let i = 0; i < 300; i++) tags.push({ tag: "t" + i, popularity: i });
for (let round = 0; round < 2000; round++) {
  for (let i = 0; i < tags.length; i++) walk("", tags[i]);
}
let sum = 0;
for (const tag of tags) sum += tag.popularity;
print(sum);

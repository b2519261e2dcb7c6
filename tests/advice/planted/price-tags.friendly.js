// Price tags for a shop window: how each part is worked out may change with the season, one part after the other.
function makeArticles(count) {
  const articles = [];
  for (let i = 0; i < count; i++) {
    articles.push({ cost: 100 + ((i * 7919) % 4000), weight: 1 + (i % 50), stock: (i * 31) % 90, age: i % 40, returns: i % 7, clicks: (i * 13) % 500 });
  }
  return articles;
}

const usual = {
  margin: (a) => (a.cost * 3) >> 3,
  freight: (a) => a.weight * 4,
  storage: (a) => a.stock >> 2,
  ageing: (a) => -(a.age >> 1),
  risk: (a) => a.returns * 6,
  demand: (a) => a.clicks >> 4,
  tax: (price) => (price * 19) >> 7,
  label: (a) => (a.cost + a.weight) & 15,
  gift: (a) => (a.weight < 10 ? 5 : 0),
  round: (price) => price - (price % 5),
  display: (price) => price & 1023,
  checksum: (n) => (n * 17) & 0xffff,
};

const seasonal = {
  margin: (a) => (a.cost * 5) >> 4,
  freight: (a) => a.weight * 3 + 2,
  storage: (a) => a.stock >> 1,
  ageing: (a) => -a.age,
  risk: (a) => a.returns * 5 + 1,
  demand: (a) => (a.clicks >> 3) - 4,
  tax: (price) => (price * 7) >> 7,
  label: (a) => (a.cost ^ a.weight) & 15,
  gift: (a) => (a.weight < 20 ? 9 : 1),
  round: (price) => price - (price % 10),
  display: (price) => (price >> 1) & 1023,
  checksum: (n) => (n * 13 + 5) & 0xffff,
};

const rules = { ...usual };

function tag(article) {
  const own = rules.margin(article) + rules.freight(article) + rules.storage(article) + rules.ageing(article) + rules.risk(article) + rules.demand(article) + rules.gift(article);
  const price = article.cost + own + rules.tax(own);
  const shown = rules.round(price);
  return rules.checksum(rules.display(shown) * 16 + rules.label(article));
}

function tags(articles) {
  let sum = 0;
  for (let i = 0; i < articles.length; i++) sum = (sum * 31 + tag(articles[i])) | 0;
  return sum;
}

const articles = makeArticles(3000);
const parts = Object.keys(usual);

// Every rule in both seasons, before the shop opens.
function rehearse() {
  for (let i = 0; i < 40; i++) {
    for (const part of parts) {
      rules[part] = seasonal[part];
      tag(articles[i]);
      rules[part] = usual[part];
      tag(articles[i]);
    }
  }
}

rehearse();
const sums = [];
for (let week = 0; week < 26; week++) {
  const part = parts[(week * 5) % parts.length];
  if (week > 1) rules[part] = week < 14 ? seasonal[part] : usual[part];
  let sum = 0;
  for (let hour = 0; hour < 130; hour++) sum = (sum + tags(articles)) | 0;
  sums.push(sum);
}
print(sums.join(" "));

// A gateway: requests of clients are counted in windows, and refused beyond a quota. Most clients have none.
let seed = 5150;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return (seed >>> 10) % n;
}

function makeClients(n) {
  const clients = [];
  for (let i = 0; i < n; i++) {
    clients.push({ id: i, used: 0, refused: 0, bytes: 0, quota: i % 5 === 0 ? 20 + random(30) : 1000000 });
  }
  return clients;
}

function makeRequests(n, clients) {
  const requests = [];
  for (let i = 0; i < n; i++) requests.push({ client: random(clients), bytes: 200 + random(4000), path: random(16) });
  return requests;
}

/** By how much a client has had more than its quota. */
function excess(client) {
  return client.used - client.quota;
}

function admit(client, request) {
  if (excess(client) >= 0) {
    client.refused++;
    return false;
  }
  client.used++;
  client.bytes = (client.bytes + request.bytes) % 1000003;
  return true;
}

function nextWindow(clients) {
  let full = 0;
  for (let i = 0; i < clients.length; i++) {
    const client = clients[i];
    if (excess(client) > -5) full++;
    client.used = 0;
  }
  return full;
}

function busiest(requests) {
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < requests.length; i++) counts[requests[i].path]++;
  let best = 0;
  for (let i = 1; i < counts.length; i++) if (counts[i] > counts[best]) best = i;
  return best;
}

const clients = makeClients(50);
const requests = makeRequests(3000, clients.length);
let check = busiest(requests);
for (let window = 0; window < 2000; window++) {
  let admitted = 0;
  for (let i = 0; i < requests.length; i++) {
    const request = requests[i];
    if (admit(clients[request.client], request)) admitted++;
  }
  check = (check * 31 + admitted + nextWindow(clients)) % 1000003;
}
for (const client of clients) check = (check * 3 + client.refused + client.bytes) % 1000003;
print(check);

// A scheduler: jobs wait, run in rounds by priority, and are finished or put back.
class Job {
  constructor(id, priority, work) {
    this.id = id;
    this.priority = priority;
    this.work = work;
    this.waiting = true;
    this.done = 0;
  }
}

let seed = 99;
function random(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed % n;
}

function makeJobs(n) {
  const jobs = [];
  for (let i = 0; i < n; i++) jobs.push(new Job(i, random(8), 5 + random(20)));
  return jobs;
}

function start(job) {
  if (job.waiting) {
    job.running = true;
    delete job.waiting; // here
  }
}

function pause(job) {
  if (job.running) {
    job.waiting = true;
    delete job.running;
  }
}

function advance(job) {
  job.done += 1 + (job.priority >> 2);
  if (job.done >= job.work) {
    job.done = 0;
    return 1;
  }
  return 0;
}

function load(jobs) {
  let load = 0;
  for (let i = 0; i < jobs.length; i++) {
    const job = jobs[i];
    load += (job.work - job.done) * (job.priority + 1);
  }
  return load;
}

function run(jobs, rounds) {
  let finished = 0;
  let check = 0;
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < jobs.length; i++) {
      const job = jobs[i];
      start(job);
      if (job.priority >= round % 8) finished += advance(job);
      if ((round + job.id) % 64 === 0) pause(job);
    }
    if (round % 2 === 0) check = (check * 31 + load(jobs)) % 1000003;
  }
  return finished + ":" + check;
}

const jobs = makeJobs(300);
print(run(jobs, 6000));

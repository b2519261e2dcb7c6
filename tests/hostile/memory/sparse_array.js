const a = [];
for (let i = 0; ; i += 1000) a[i % 4294967000] = { i };

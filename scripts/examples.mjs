// Writes the example exports: `node scripts/examples.mjs [FOLDER]`, by default examples/exports. The same bytes every time.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engagementFormats } from './examples.engagements.mjs';
import { recordFormats, watchlist } from './examples.records.mjs';
import { companies, workspaces } from './examples.world.mjs';

/** The exporter that saw the posts of each day. */
const plan = {
  brightmoor: {
    '2026-08-31': ['phantombuster-likers', 'phantombuster-commenters'],
    '2026-09-14': ['apify-harvestapi-reactions', 'apify-harvestapi-comments'],
    '2026-09-28': ['apify-apimaestro-reactions', 'apify-apimaestro-comments'],
    '2026-10-12': ['unipile-reactions', 'unipile-comments'],
    '2026-10-26': ['phantombuster-likers-later', 'phantombuster-commenters-later', 'airscale'],
    '2026-11-09': ['linkup-reactions', 'apify-harvestapi-comments'],
    '2026-11-15': ['likestoleads'],
  },
  kelvarra: {
    '2026-08-31': ['unipile-reactions', 'unipile-comments'],
    '2026-09-28': ['phantombuster-likers', 'phantombuster-commenters'],
    '2026-10-26': ['apify-harvestapi-reactions', 'apify-harvestapi-comments'],
    '2026-11-09': ['official-api-reactions', 'unipile-comments'],
    '2026-11-15': ['apify-apimaestro-reactions', 'apify-apimaestro-comments'],
  },
  tornavia: {
    '2026-09-28': ['unipile-reactions', 'unipile-comments'],
    '2026-10-26': ['apify-harvestapi-reactions', 'apify-harvestapi-comments'],
    '2026-11-09': ['linkup-reactions', 'apify-apimaestro-comments'],
    '2026-11-15': ['likestoleads'],
  },
};

/** Files that are exported once, with everything. */
const whole = {
  brightmoor: [
    'bright-data-posts',
    'generic-posts',
    'generic-reposts',
    'generic-people',
    'people-data-labs',
    'generic-companies',
    'generic-crm',
  ],
  kelvarra: [
    'bright-data-posts',
    'generic-posts',
    'generic-reposts',
    'generic-people',
    'people-data-labs',
    'proxycurl',
    'phantombuster-search',
    'generic-crm',
  ],
  tornavia: ['bright-data-posts', 'generic-posts', 'generic-people', 'people-data-labs', 'generic-crm'],
};

const icp = {
  brightmoor: `# Whom Brightmoor sells to: people who answer for a forecast.
name: Revenue leaders
titles: [Chief Revenue Officer, Head of Sales, VP Sales, Revenue Operations, Head of Growth]
seniorities: [cxo, vp, director, owner]
functions: [sales, marketing]
industries: [Software Development, IT Services and IT Consulting, Financial Services]
sizes: [51-200, 201-500, 501-1000, 1001-5000]
countries: [DE, AT, CH, FR, NL, BE, GB, IE, SE, DK, NO, ES, US, CA]
exclusions:
  seniorities: [training, unpaid]
  companies: [Pipelinear, Dealmeter]
importance: { role: must, location: must, industry: should, size: should }
exclude: { ownStaff: true, competitorStaff: true, recruiters: true, students: true, jobSeekers: true, aspiring: true, retired: true }
`,
  kelvarra: `# Whom Kelvarra sells to: people who run warehouses.
name: Operations leaders
titles: [Chief Operating Officer, Supply Chain, Logistics, Warehouse, Automation]
seniorities: [cxo, vp, director, manager]
functions: [operations, procurement]
industries: [Manufacturing, Retail, Wholesale, 'Transportation, Logistics, Supply Chain and Storage']
sizes: [201-500, 501-1000, 1001-5000, 5001-10000, 10001+]
countries: [DE, AT, CH, FR, BE, NL, GB, ES, IT, PL, SE, DK, NO, TR, US, CA]
exclusions:
  companies: [Palletron]
importance: { role: must, location: must, industry: should, size: should }
exclude: { ownStaff: true, competitorStaff: true, recruiters: true, students: true, jobSeekers: true, aspiring: true, retired: true }
`,
  tornavia: `# A quién vende Tornavía: quien responde de personas y turnos en hostelería, comercio y cuidados.
name: Responsables de personas y turnos
titles: [Director de Operaciones, Directora de Operaciones, Director de Recursos Humanos, Directora de Recursos Humanos, Directora de Personas, Director General, Gerente General]
seniorities: [cxo, vp, director, owner]
functions: [hr, operations]
industries: [Restaurants, Hospitality, Retail, Retail Groceries, Hospitals and Health Care]
sizes: [51-200, 201-500, 501-1000, 1001-5000]
countries: [ES, PT, MX, CO, CL]
exclusions:
  companies: [Turnix, Cuadranta]
importance: { role: must, location: must, industry: should, size: should }
exclude: { ownStaff: true, competitorStaff: true, recruiters: true, students: true, jobSeekers: true, aspiring: true, retired: true }
`,
};

const formats = { ...engagementFormats, ...recordFormats };
const extension = (text) => (text.startsWith('{"') ? 'ndjson' : /^[[{]/.test(text) ? 'json' : 'csv');

/** Mail hosts of the members of each workspace. Nobody belongs to two workspaces, so that a leak between them would show. */
const hosts = {
  brightmoor: 'demo.leadlight.example',
  kelvarra: 'kelvarra.example',
  tornavia: 'tornavia.example',
};

/** State of leads as a CRM has it, for every fourth person. People who comment stay ACTIVE. */
function leadsOf(people, host) {
  const owners = [`owner@${host}`, `admin@${host}`, ''];
  const states = ['CLIENT', 'ACTIVE', 'ACTIVE', 'BAD_LEAD', 'ACTIVE', 'ACTIVE', 'CLIENT', 'ACTIVE'];
  return people
    .filter(({ enrichedBy }, n) => enrichedBy !== 'nobody' && n % 4 === 1)
    .map((person, n) => ({
      person,
      disposition: person.speaks ? 'ACTIVE' : states[n % states.length],
      ownerEmail: owners[n % owners.length],
    }));
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', 'examples', 'exports');
const folder = process.argv[2] ?? root;
let files = 0;
for (const [name, workspace] of Object.entries(workspaces)) {
  const target = join(folder, name);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const write = (file, text) => {
    writeFileSync(join(target, file), text);
    files += 1;
  };
  const posts = workspace.batches.flatMap((batch) => batch.posts);
  const everything = { posts, people: workspace.people, companies, leads: leadsOf(workspace.people, hosts[name]) };
  for (const batch of workspace.batches) {
    for (const format of plan[name][batch.date]) {
      const text = formats[format](batch);
      write(`${format.replace('-later', '')}-${batch.date}.${extension(text)}`, text);
    }
  }
  for (const format of whole[name]) {
    const text = formats[format](everything);
    write(`${format}-2026-11-15.${extension(text)}`, text);
  }
  write('watchlist.csv', watchlist(workspace.watchlist));
  write('icp.yaml', icp[name]);
}
const size = readdirSync(folder, { recursive: true }).reduce(
  (sum, file) => sum + statSync(join(folder, String(file))).size,
  0,
);
process.stdout.write(`${files} files, ${Math.round(size / 1024)} KB in ${folder}\n`);

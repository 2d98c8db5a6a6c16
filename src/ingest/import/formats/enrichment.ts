/** Enrichment services: facts about people, no engagement. */
import { capitalise } from '../../../shared/text/capitalise';
import { putPerson } from '../build';
import { refuse } from '../context';
import { flatFormat, isObject, textAt, type Format, type JsonObject } from '../format';
import { shareOf } from './detection';

/** People Data Labs writes names, titles and companies in lower case. */
const spoken = (text: string | null) => (text === null ? null : capitalise(text));

export const peopleDataLabs: Format = flatFormat({
  name: 'people-data-labs',
  label: 'People Data Labs people',
  brings: 'people with title, seniority, function, company, size, industry and location',
  columns: {
    link: ['linkedin_url'],
    username: ['linkedin_username'],
    memberNumber: ['linkedin_id'],
    name: ['full_name'],
    headline: ['headline'],
    title: ['job_title'],
    levels: ['job_title_levels'],
    role: ['job_title_role'],
    titleClass: ['job_title_class'],
    subRole: ['job_title_sub_role'],
    companyName: ['job_company_name'],
    companyUrl: ['job_company_linkedin_url'],
    companyDomain: ['job_company_website'],
    companySize: ['job_company_size', 'job_company_employee_count'],
    industry: ['industry', 'job_company_industry'],
    location: ['location_name'],
    country: ['location_country'],
    region: ['location_region'],
    email: ['work_email'],
  },
  detect(has) {
    if (!has('link') && !has('username')) return 0;
    return has('title') && (has('levels') || has('role') || has('companySize') || has('companyName')) ? 85 : 0;
  },
  open: (context) => (get, at, out, raw) => {
    const username = get('username');
    const number = get('memberNumber');
    const person = context.person({
      links: [
        get('link'),
        username === null ? null : `/in/${username}`,
        get('link') === null && username === null && number !== null
          ? `urn:${context.network.namespace}:member:${number}`
          : null,
      ],
      name: spoken(get('name')),
      headline: get('headline'),
    });
    if ('reason' in person) return refuse(out, at, person.reason, raw());
    putPerson(out, at, context, person, {
      title: spoken(get('title')),
      seniority: get('levels'),
      function: get('role') ?? get('titleClass') ?? get('subRole'),
      companyName: spoken(get('companyName')),
      companyUrl: get('companyUrl'),
      companyDomain: get('companyDomain'),
      companySize: get('companySize'),
      industry: get('industry'),
      location: get('location'),
      country: get('country'),
      region: spoken(get('region')),
      email: get('email'),
    });
  },
});

/** The current job: the first experience that has not ended. */
function presentJob(item: JsonObject): JsonObject {
  const experiences: unknown = item['experiences'];
  const jobs = Array.isArray(experiences) ? experiences.filter(isObject) : [];
  return jobs.find((job) => job['ends_at'] === null || job['ends_at'] === undefined) ?? {};
}

export const proxycurl: Format = {
  name: 'proxycurl',
  label: 'Proxycurl people',
  brings: 'people with title, company and location',
  reads: [
    'public_identifier',
    'linkedin_profile_url',
    'linkedin_url',
    'full_name',
    'occupation',
    'headline',
    'country',
    'country_full_name',
    'city',
    'state',
    'follower_count',
    'industry',
    'experiences[].company',
    'experiences[].title',
    'experiences[].company_linkedin_profile_url',
    'experiences[].starts_at',
    'experiences[].ends_at',
  ],
  containers: ['JSON'],
  detect: (sample) =>
    shareOf(
      sample,
      (item) => Array.isArray(item['experiences']) && ('occupation' in item || 'country_full_name' in item),
    ),
  items: (context) => (item, at, out) => {
    const name = textAt(item, 'public_identifier');
    const person = context.person({
      links: [textAt(item, 'linkedin_profile_url'), textAt(item, 'linkedin_url'), name === null ? null : `/in/${name}`],
      name: textAt(item, 'full_name'),
      headline: textAt(item, 'headline') ?? textAt(item, 'occupation'),
      followers: context.count(textAt(item, 'follower_count')),
    });
    if ('reason' in person) return refuse(out, at, person.reason, JSON.stringify(item));
    const job = presentJob(item);
    const place = [textAt(item, 'city'), textAt(item, 'state'), textAt(item, 'country_full_name')];
    putPerson(out, at, context, person, {
      title: textAt(job, 'title'),
      companyName: textAt(job, 'company'),
      companyUrl: textAt(job, 'company_linkedin_profile_url'),
      industry: textAt(item, 'industry'),
      location: place.filter((part) => part !== null).join(', '),
      country: textAt(item, 'country') ?? textAt(item, 'country_full_name'),
      region: textAt(item, 'state'),
    });
  },
};

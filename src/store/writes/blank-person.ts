import { newId } from '../../database/new-id';
import type { PersonRow } from '../tables/engagement';

/** The row of a person about whom nothing is known yet. @param now epoch ms. */
export function blankPerson(organizationId: string, isCompany: boolean, now: number): PersonRow {
  return {
    organization_id: organizationId,
    id: newId(),
    display_name: '',
    headline: null,
    title: null,
    seniority: null,
    job_function: null,
    company_name: null,
    account_id: null,
    company_size: null,
    industry: null,
    country: null,
    region: null,
    profile_url: null,
    email: null,
    email_status: null,
    email_source: null,
    followers: null,
    is_company: isCompany ? 1 : 0,
    stated_title: null,
    stated_company: null,
    stated_seniority: null,
    stated_function: null,
    enriched_at: null,
    disposition: 'ACTIVE',
    owner_id: null,
    disposition_set_at: null,
    disposition_reason: null,
    owner_set_at: null,
    // Nothing is known about the person yet, so anything stated is newer.
    observed_at: 0,
    created_at: now,
    updated_at: now,
    standing: null,
    read_confidence: null,
    do_not_contact: 0,
  };
}

/** PhantomBuster, on literal rows with its field names. */
import {
  activity,
  byMember,
  bySlug,
  company,
  day,
  engagement,
  member,
  observedAt,
  personOf,
  postUrl,
  readRows,
} from './reading';

describe('PhantomBuster', () => {
  test('likers, the first headers, with error rows', async () => {
    const { format, records } = await readRows([
      'profileLink,name,job,degree,postUrl,timestamp,error',
      `https://www.linkedin.com/in/${member},Inès Haddad,VP Sales at Bluefern,2nd,${postUrl},2026-11-01T10:00:00.000Z,`,
      `,,,,${postUrl},2026-11-01T10:00:00.000Z,No likers found`,
      `https://www.linkedin.com/company/bluefern-example/,Bluefern,,,${postUrl},2026-11-01T10:00:00.000Z,`,
      `,A member of the network,,3rd,${postUrl},2026-11-01T10:00:00.000Z,`,
      `https://www.linkedin.com/in/x,X,,,https://lnkd.in/eAbC,2026-11-01T10:00:00.000Z,`,
    ]);
    const seen = Date.parse('2026-11-01T10:00:00Z');
    expect(format).toBe('phantombuster-likers');
    expect(records).toEqual([
      engagement(byMember, { at: 2, observedAt: seen }),
      { kind: 'skipped', at: 3, reason: 'error_row' },
      engagement(company, { at: 4, observedAt: seen }),
      { kind: 'refused', at: 5, reason: 'no profile link', raw: expect.stringContaining('A member of the network') },
      {
        kind: 'refused',
        at: 6,
        reason: expect.stringMatching(/^post: lnkd\.in is a short link/),
        raw: expect.any(String),
      },
    ]);
  });

  test('likers, later headers', async () => {
    const { format, records } = await readRows([
      'profileUrl,name,occupation,degree,postUrl,timestamp',
      `https://www.linkedin.com/in/ines-haddad,Inès Haddad,VP Sales at Bluefern,2nd,${postUrl},`,
    ]);
    expect(format).toBe('phantombuster-likers');
    expect(records).toEqual([engagement(bySlug, { at: 2 })]);
  });

  test('commenters, the first headers', async () => {
    const { format, records } = await readRows([
      'profileLink,firstName,lastName,fullName,occupation,comment,postUrl,timestamp',
      `https://www.linkedin.com/in/ines-haddad,Inès,Haddad,Inès Haddad,VP Sales at Bluefern,"How much, please?\nThanks",${postUrl},2026-11-01T10:00:00.000Z`,
      `https://www.linkedin.com/in/ines-haddad,Inès,Haddad,,VP Sales at Bluefern,Yes,${postUrl},2026-11-01T10:00:00.000Z`,
    ]);
    const seen = Date.parse('2026-11-01T10:00:00Z');
    expect(format).toBe('phantombuster-commenters');
    expect(records).toEqual([
      engagement(bySlug, { at: 2, type: 'COMMENT', commentText: 'How much, please?\nThanks', observedAt: seen }),
      engagement(bySlug, { at: 4, type: 'COMMENT', commentText: 'Yes', observedAt: seen }),
    ]);
  });

  test('commenters, later headers: the comment has a number and a time', async () => {
    const comment = `https://www.linkedin.com/feed/update/urn:li:activity:${activity}/?commentUrn=${encodeURIComponent(`urn:li:comment:(activity:${activity},7402800000000000000)`)}`;
    const { format, records } = await readRows([
      'name,occupation,profileUrl,postUrl,comment,commentUrl,commentDate,likesCount',
      `Inès Haddad,VP Sales at Bluefern,https://www.linkedin.com/in/ines-haddad,,Yes,"${comment}",2026-11-03 08:30:00,4`,
      `Inès Haddad,VP Sales at Bluefern,https://www.linkedin.com/in/ines-haddad,${postUrl},Yes,,2d,4`,
    ]);
    expect(format).toBe('phantombuster-commenters');
    expect(records).toEqual([
      engagement(bySlug, {
        at: 2,
        type: 'COMMENT',
        commentText: 'Yes',
        commentId: '7402800000000000000',
        occurredAt: Date.parse('2026-11-03T08:30:00Z'),
      }),
      engagement(bySlug, { at: 3, type: 'COMMENT', commentText: 'Yes', occurredAt: observedAt - 2 * day }),
    ]);
  });

  test('search and Sales Navigator', async () => {
    const { format, records } = await readRows([
      'profileUrl,fullName,firstName,lastName,companyName,title,companyId,companyUrl,regularCompanyUrl,summary,industry,companyLocation,location,durationInRole,connectionDegree,vmid,linkedInProfileUrl,defaultProfileUrl,query,timestamp',
      `"https://www.linkedin.com/sales/lead/${member},NAME_SEARCH,x1",Inès Haddad,Inès,Haddad,Bluefern,VP Sales,123,https://www.linkedin.com/sales/company/123,https://www.linkedin.com/company/bluefern-example,,Software Development,Germany,"Hamburg, Germany",1 year,2nd,${member},https://www.linkedin.com/in/${member},https://www.linkedin.com/in/ines-haddad,q,`,
    ]);
    expect(format).toBe('phantombuster-search');
    expect(records).toEqual([
      personOf({
        at: 2,
        person: { ...bySlug, memberId: member, name: 'Inès Haddad', headline: null, isCompany: false, followers: null },
        title: 'VP Sales',
        companyName: 'Bluefern',
        companySlug: 'bluefern-example',
        industry: 'Software Development',
        location: 'Hamburg, Germany',
      }),
    ]);
  });
});

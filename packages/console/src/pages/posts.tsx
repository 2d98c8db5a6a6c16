/** Posts and the leads that each brought; and one post with its people and its audience. */
import { usePages, useRead } from '../api/read';
import { may } from '../api/session';
import type { Post, PostSummary, QualifiedLead } from '../api/operations';
import { Buckets, PrivacyRules } from '../components/buckets';
import { OutLink } from '../components/button';
import { SearchBox, TimeFilter } from '../components/filters';
import { Ago, LastSeen, Tier } from '../components/lead-parts';
import { EmptyList } from '../components/empty-list';
import { Page } from '../components/page';
import { PostCell } from '../components/post-cell';
import { Bones, ErrorState } from '../components/states';
import { PagedTable, type Column } from '../components/table';
import { label, number, t } from '../i18n';
import { addressHere, filtersFrom } from '../router';
import type { PageProps } from './page';

const figure = (value: number | null) => (value === null ? '–' : number(value));

const columns = (): readonly Column<Post>[] => [
  {
    key: 'post',
    head: t('posts.post'),
    cell: (post) => <PostCell post={post} />,
  },
  { key: 'people', head: t('row.person'), number: true, cell: ({ uniqueEngagers }) => figure(uniqueEngagers) },
  { key: 'leads', head: t('nav.leads'), number: true, cell: ({ leadCount }) => figure(leadCount) },
  {
    key: 'qualified',
    head: t('tier.QUALIFIED'),
    number: true,
    cell: ({ qualifiedLeadCount }) => figure(qualifiedLeadCount),
  },
  {
    key: 'published',
    head: t('posts.published'),
    number: true,
    cell: ({ publishedAt }) => publishedAt && <Ago time={publishedAt} />,
  },
];

function PostList() {
  const pages = usePages(
    'list_posts',
    filtersFrom({ search: 'text', dateFrom: 'text', dateTo: 'text', authorProfileIds: 'list' }),
  );
  return (
    <Page wide title={t('nav.posts')}>
      <div class="filters">
        <SearchBox label={t('posts.search')} placeholder={t('posts.search')} />
        <TimeFilter name={t('posts.published')} />
      </div>
      <PagedTable
        caption={t('nav.posts')}
        pages={pages}
        columns={columns()}
        rowKey={({ id }) => id}
        empty={<EmptyList filtered="posts.none" yet="posts.yet" />}
      />
    </Page>
  );
}

const peopleColumns = (): readonly Column<QualifiedLead>[] => [
  {
    key: 'name',
    head: t('column.name'),
    cell: ({ leadId, profile }) => (
      <>
        <a class="strong-link" dir="auto" href={addressHere(`leads/${leadId}`)}>
          {profile.displayName ?? t('lead.no-name')}
        </a>
        <small dir="auto">{[profile.title ?? profile.headline, profile.companyName].filter(Boolean).join(' · ')}</small>
      </>
    ),
  },
  { key: 'tier', head: t('column.tier'), cell: ({ leadTier }) => <Tier tier={leadTier} /> },
  {
    key: 'did',
    head: t('posts.did'),
    cell: ({ engagementTypes }) => engagementTypes.map((type) => label('engagement', type)).join(', '),
  },
  {
    key: 'last',
    head: t('column.last'),
    number: true,
    cell: ({ lastEngagedAt, lastDatedEngagementAt }) => <LastSeen at={lastEngagedAt} dated={lastDatedEngagementAt} />,
  },
];

function PostAudience({ urn }: { readonly urn: string }) {
  const { data, error, again } = useRead('get_post_audience', { postUrn: urn });
  if (!data) return error ? <ErrorState error={error} again={again} /> : <Bones rows={3} />;
  if (data.status !== 'READY') return <p class="quiet">{t(`audience.status-${data.status}`)}</p>;
  return (
    <>
      <div class="cards">
        <Buckets title={t('audience.by-title')} buckets={data.breakdowns.title} suppressed={data.privacy.suppressed} />
        <Buckets
          title={t('audience.by-companySize')}
          buckets={data.breakdowns.companySize}
          suppressed={data.privacy.suppressed}
        />
        <Buckets
          title={t('audience.by-location')}
          buckets={data.breakdowns.location}
          suppressed={data.privacy.suppressed}
        />
        <Buckets
          title={t('audience.by-industry')}
          buckets={data.breakdowns.industry}
          suppressed={data.privacy.suppressed}
        />
      </div>
      <PrivacyRules privacy={data.privacy} />
    </>
  );
}

function PostBody({ post }: { readonly post: PostSummary }) {
  const people = usePages('list_post_qualified_leads', { postId: post.id });
  const { likes, comments, reposts } = post.engagementCounts;
  return (
    <>
      <div class="card">
        <p class="post-text wrap-anywhere" dir="auto">
          {post.contentText ?? t('posts.no-text')}
        </p>
        {post.url && (
          <p>
            <OutLink href={post.url}>{t('lead.on-network')}</OutLink>
          </p>
        )}
      </div>
      <dl class="figures">
        {(
          [
            ['posts.likes', likes],
            ['row.comment', comments],
            ['posts.reposts', reposts],
            ['row.person', post.uniqueEngagers],
            ['nav.leads', post.leadCount],
            ['tier.QUALIFIED', post.qualifiedLeadCount],
          ] as const
        ).map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{figure(value)}</dd>
          </div>
        ))}
      </dl>
      <section class="boxed">
        <h2>{t('posts.who-qualified')}</h2>
        <PagedTable
          caption={t('posts.who-qualified')}
          pages={people}
          columns={peopleColumns()}
          rowKey={({ leadId }) => leadId}
          empty={<p class="quiet">{t('posts.nobody-qualified')}</p>}
        />
      </section>
      {may('readAudience') && (
        <section class="boxed">
          <h2>{t('nav.audience')}</h2>
          <PostAudience urn={post.urn} />
        </section>
      )}
    </>
  );
}

function PostPage({ postId }: { readonly postId: string }) {
  const { data, error, again } = useRead('get_post_summary', { postId });
  const post = data?.data;
  const title = post?.author.displayName ? t('posts.by', { author: post.author.displayName }) : t('posts.post');
  return (
    <Page wide title={title}>
      <a class="text-link" href={addressHere('posts')}>
        ‹ {t('nav.posts')}
      </a>
      {post ? <PostBody post={post} /> : error ? <ErrorState error={error} again={again} /> : <Bones />}
    </Page>
  );
}

export function PostsPage({ rest: [postId] }: PageProps) {
  return postId === undefined ? <PostList /> : <PostPage postId={postId} />;
}

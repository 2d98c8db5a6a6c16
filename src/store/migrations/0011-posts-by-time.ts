/** Posts are listed by when they were published. Frozen. */
import { addIndex, dropIndex, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addIndex('posts', 'posts_published', 'organization_id, published_at DESC, id')],
  down: [dropIndex('posts', 'posts_published')],
};

export const postsByTime: Migration = { name: '0011-posts-by-time', sqlite: steps, mysql: steps };

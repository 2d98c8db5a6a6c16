/** How senior a title is. The words that say so are in `vocabulary/`. */

/** Levels as People Data Labs names them, highest first. Where a title names two, the first of this list is taken. */
export const seniorities = [
  'owner',
  'cxo',
  'partner',
  'vp',
  'director',
  'manager',
  'senior',
  'entry',
  'training',
  'unpaid',
] as const;
export type Seniority = (typeof seniorities)[number];

/**
 * A bank's grades. There "Managing Director" is a grade under the executives, so it counts as vp. "Vice President" stays vp
 * although a bank has thousands of them: the title says so, and an ICP can exclude the industry; "Assistant Vice President"
 * is manager at every company.
 */
export const bankGrades = {
  employer:
    /\b(?:bank|banque|banca|banco|bancorp|sparkasse|goldman sachs|morgan stanley|j\.? ?p\.? ?morgan|jpmorgan\w*|citi(?:group|bank)?|ubs|barclays|hsbc|bnp paribas|societe generale|credit suisse|credit agricole|santander|bbva|unicredit|commerzbank|ing|rabobank|abn amro|wells fargo|lazard|rothschild|nomura|jefferies|blackrock)\b|bank\b/,
  grade: 'managing director',
  level: 'vp',
} as const;

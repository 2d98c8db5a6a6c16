/** A job with its employer, which can change what the title says: a bank's grades, a student's school. */
import { fold } from '../text/fold';
import { isSchool } from './headline-company';
import { bankGrades, type Seniority } from './title-words';

interface Titled {
  readonly title: string | null;
  readonly seniority: Seniority | null;
  readonly companyName: string | null;
}

/** @returns the job at that company; students keep none, and a bank's "Managing Director" is a vice president. */
export function withCompany<Job extends Titled>(job: Job, companyName: string | null): Job {
  const bankGrade =
    job.title !== null &&
    companyName !== null &&
    job.seniority === 'cxo' &&
    fold(job.title).includes(bankGrades.grade) &&
    bankGrades.employer.test(fold(companyName));
  if (
    job.seniority === 'training' &&
    companyName !== null &&
    (isSchool(companyName) || studies.test(fold(job.title ?? '')))
  )
    return { ...job, companyName: null };
  return { ...job, companyName, seniority: bankGrade ? bankGrades.level : job.seniority };
}

/** Who studies names a school, whatever it is called; a working student works. */
export const studies =
  /^(?:(?:final|first|second|third)[- ]year )?(?:student|etudiante?|estudiante|estudante|studente|studentessa|studentka|universitetsstuder|opiskelija|hallgato|egyetemi hallgato|ogrenci|φοιτητ|студентк?а?|طالب|סטודנט|학생|대학생)(?! assistant|ische|isch|er|r|medhj)/;

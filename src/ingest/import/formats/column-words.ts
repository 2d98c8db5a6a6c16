/**
 * Names of the generic format's columns and of kinds of rows, in the languages that Leadlight reads everywhere: English words
 * that spreadsheets use, German, Spanish, French, Italian, Japanese, Dutch, Polish, Portuguese, and the usual ones in Swedish, Danish
 * and Norwegian. Case, accents and punctuation are ignored. A word that vendors' exports use for something else is left out.
 */
import { columnKey } from '../format';

const split = (words: string) => words.split(',').map((word) => word.trim());

/** Further names of each column. */
export const columnWords: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    kind: 'tipo de interacción, type d’interaction, interacción, azione, interazione, interação, åtgärd, action, engagement type, type of engagement, interaction, interaction type, activity type, event type, Art, Aktion, acción, tipo de acción, type d’action, nature, tipo, tipo di azione, 種類, 種別, soort, actie, Typ, rodzaj, ação, tipo de ação',
    postUrl:
      'inlägg, länk till inlägg, post link, link to post, LinkedIn post, LinkedIn post URL, post address, post id, post urn, activity URL, Beitrag, Beitrags-URL, Beitrag-URL, Link zum Beitrag, publicación, URL de la publicación, enlace de la publicación, URL de la publication, lien de la publication, URL del post, link del post, URL della pubblicazione, 投稿URL, 投稿のURL, bericht-URL, URL van het bericht, link naar bericht, URL posta, link do posta, URL wpisu, URL da publicação, link da publicação',
    profileUrl:
      'URL LinkedIn, LinkedIn-profiel, perfil de LinkedIn, perfil do LinkedIn, profilo LinkedIn, profile link, link to profile, profile, LinkedIn, LinkedIn URL, LinkedIn link, LinkedIn profile, LinkedIn profile URL, LinkedIn URL public, person LinkedIn URL, contact LinkedIn URL, public profile URL, profile address, person URL, URL profile, reactor profile URL, reactor URL, liker profile URL, liker URL, commenter profile URL, commenter URL, engager profile URL, default profile URL, Profil, Profil-URL, Profil-Link, Link zum Profil, LinkedIn-Profil, perfil, URL del perfil, enlace del perfil, URL du profil, lien du profil, profil LinkedIn, profilo, URL del profilo, link del profilo, プロフィール, プロフィールURL, プロフィールのURL, profiel, profiel-URL, link naar profiel, URL profilu, link do profilu, URL do perfil, link do perfil',
    memberId:
      'LinkedIn URL unique ID, Sales Navigator URL, vmid, member urn, profile urn, reactor urn, entity urn, Mitglieds-ID, ID de miembro, ID du membre, ID membro, 会員ID, メンバーID, lid-ID, ID członka, ID do membro',
    name: 'namn, navn, fullständigt namn, contact name, person name, lead name, prospect name, prospect full name, profile name, contact, reactor name, liker name, commenter name, engager name, display name, full name, vollständiger Name, Vor- und Nachname, nombre, nombre completo, nom, nom complet, nome, nome completo, nome e cognome, 名前, 氏名, naam, volledige naam, imię i nazwisko',
    headline:
      'LinkedIn headline, profile headline, tagline, occupation, subtitle, reactor headline, liker headline, commenter headline, Überschrift, Profilslogan, Slogan, titular, titre du profil, sommario, 見出し, kopregel, nagłówek, título do perfil',
    followers:
      'LinkedIn followers count, follower count, followers count, number of followers, Follower-Zahl, seguidores, abonnés, follower, フォロワー, フォロワー数, volgers, obserwujący',
    reaction:
      'reaction type, type of reaction, Reaktion, reacción, réaction, reazione, リアクション, reactietype, reakcja, reação',
    commentText:
      'comment, comment content, text of comment, Kommentar, Kommentartext, comentario, texto del comentario, commentaire, texte du commentaire, commento, testo del commento, コメント, コメント本文, reactietekst, tekst van de reactie, komentarz, treść komentarza, comentário, texto do comentário',
    commentId:
      'comment URL, comment link, comment urn, Kommentar-ID, ID del comentario, ID du commentaire, ID commento, コメントID, reactie-ID, ID komentarza, ID do comentário',
    occurredAt:
      'dato, date, day, when, engagement date, date of engagement, engaged at, engaged on, interaction date, activity date, action date, comment date, commented at, commented on, reaction date, reacted at, liked at, liked on, date and time, Datum, Zeitpunkt, Datum und Uhrzeit, fecha, fecha y hora, date et heure, data, data e ora, 日付, 日時, datum en tijd, data i godzina, data e hora',
    observedAt:
      'exported, timestamp, exported at, export date, extracted at, extracted timestamp, scraped at, collected at, seen at, exportiert am, gesehen am, exportado el, exporté le, esportato il, 取得日時, geëxporteerd op, wyeksportowano, exportado em',
    isPostAuthor:
      'is from post author, is author, ist Autor, es autor, est auteur, è autore, 投稿者本人, is auteur, jest autorem, é autor',
    text: 'post text, post content, post body, Beitragstext, texto de la publicación, texte de la publication, testo del post, 投稿本文, berichttekst, treść posta, texto da publicação',
    publishedAt:
      'posted, posted at, posted on, published, published on, date posted, post date, publish date, veröffentlicht am, publicado el, publié le, pubblicato il, 公開日, gepubliceerd op, opublikowano, publicado em',
    authorProfileUrl:
      'author URL, author link, author profile, post author URL, post author profile URL, post author link, Autor-Profil, Profil des Autors, perfil del autor, profil de l’auteur, profilo dell’autore, 投稿者プロフィール, profiel van de auteur, profil autora, perfil do autor',
    authorName:
      'author, post author, post author name, Autor, Name des Autors, nombre del autor, auteur, nom de l’auteur, autore, nome dell’autore, 投稿者, naam van de auteur, imię autora, nome do autor',
    likes:
      'like count, likes count, reactions, reaction count, number of likes, Gefällt mir-Angaben, me gusta, mentions J’aime, consigliati, いいね数, vind-ik-leuks, polubienia, curtidas',
    comments:
      'comment count, comments count, number of comments, Kommentare, comentarios, commentaires, commenti, コメント数, aantal reacties, komentarze, comentários',
    reposts:
      'repost count, reposts count, shares, share count, number of reposts, geteilte Beiträge, veces compartido, partages, condivisioni, 再投稿数, gedeeld, udostępnienia, compartilhamentos',
    title:
      'LinkedIn job title, current company position, Jobbezeichnung, intitulé du poste, fonction, ruolo, functie, befattning, stilling, current job, current title, current position, current job title, job position, role, designation, job title, Position, Berufsbezeichnung, Jobtitel, cargo, puesto, poste, fonction actuelle, posizione, qualifica, 役職, functietitel, stanowisko, Funktion',
    companyName:
      'company / account, Unternehmensname, nom de l’entreprise, nombre de la empresa, nome azienda, nome da empresa, bedrijfsnaam, nazwa firmy, företag, virksomhed, bedrift, organization, organisation, employer, current company, account name, associated company, works at, company, Firma, Unternehmen, Arbeitgeber, empresa, compañía, entreprise, société, employeur, azienda, società, datore di lavoro, 会社, 会社名, 企業, bedrijf, werkgever, pracodawca',
    companyDomain:
      'company website, website URL, web site, company domain name, domain, website, Webseite, Domäne, sitio web, site web, sito web, ウェブサイト, ドメイン, strona internetowa, site',
    companySize:
      'no. of employees, company employee range, employees, employee range, employee count, company employee count, number of employees, # employees, headcount, company headcount, Unternehmensgröße, Firmengröße, Mitarbeiterzahl, tamaño de la empresa, número de empleados, taille de l’entreprise, effectif, dimensioni azienda, numero di dipendenti, 従業員数, bedrijfsgrootte, aantal medewerkers, wielkość firmy, liczba pracowników, tamanho da empresa, número de funcionários',
    industry:
      'company industry, Branche, sector, industria, secteur, secteur d’activité, settore, 業界, 業種, branża, setor',
    location:
      'city, location name, person location, prospect location, profile location, current location, Ort, Standort, ubicación, lieu, localisation, località, luogo, 所在地, 場所, locatie, plaats, lokalizacja, miejscowość, localização',
    country: 'country region, country/region name, Land, país, pays, paese, 国, kraj',
    region:
      'state/region, state or region, state/province, Bundesland, región, région, regione, 地域, 都道府県, regio, województwo, região, estado',
    email:
      'e-post, pro email, emails, email addresses, email address, mail, business email, professional email, work email address, E-Mail-Adresse, work email, correo, correo electrónico, adresse e-mail, courriel, indirizzo e-mail, メール, メールアドレス, e-mailadres, adres e-mail, endereço de e-mail',
    disposition:
      'Disposition, estado del lead, statut du lead, stato del lead, ステータス, leadstatus, status leada, status do lead',
    ownerEmail:
      'lead owner email, contact owner email, E-Mail des Verantwortlichen, correo del responsable, e-mail du responsable, e-mail del responsabile, 担当者メール, e-mail van de eigenaar, e-mail opiekuna, e-mail do responsável',
    authorHeadline: 'post author title, post author headline, author title',
    companyUrl:
      'LinkedIn company URL, company profile, company LinkedIn, company LinkedIn URL, company LinkedIn page, company page',
    emailStatus: 'email verification, email validity',
    firstName:
      'first, förnamn, fornavn, first name, given name, forename, Vorname, prénom, nombre de pila, primer nombre, nome di battesimo, 名, voornaam, imię, primeiro nome, nome próprio',
    lastName:
      'last, efternamn, efternavn, etternavn, last name, surname, family name, Nachname, Familienname, nom de famille, apellido, apellidos, primer apellido, apellido 1, apellido paterno, cognome, 姓, achternaam, nazwisko, sobrenome, último nome, apelido',
  }).map(([column, words]) => [column, split(words)]),
);

/** The kinds of rows, in the same languages. */
export const kindWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    like: 'post reaction, gostou, reagiu, polubił, polubiła, gillar, gillade, post like, liker, likers, reactor, reactors, reacted, reacted to, Gefällt mir, gefällt, geliked, gelikt, reagiert, hat reagiert, Reaktion, a réagi, ha reagito, me gusta, reacción, j’aime, réaction, mi piace, consiglia, reazione, いいね, リアクション, vind ik leuk, lubię to, reakcja, curtir, curtida, gostei, reação, Applaus, Unterstützung, wunderbar, inspirierend, lustig, bravo, soutien, j’adore, instructif, drôle, celebrar, apoyar, encanta, interesa, divierte, festeggia, sostieni, adoro, interessante, divertente, vieren, steun, geweldig, inzichtvol, grappig, parabéns, apoio, amei, genial, engraçado',
    comment:
      'post comment, comentou, skomentował, skomentowała, reageerde, kommenterade, reply, replied, comment reply, commenters, commented on, replied to, Kommentar, kommentiert, hat kommentiert, comentó, a commenté, ha commentato, comentario, commentaire, commento, コメント, reactie, opmerking, komentarz, comentário',
    repost:
      'post repost, compartilhou, udostępnił, udostępniła, delade, quote, quoted, reshare, reshared, reposter, reposters, repost with thoughts, shared post, republié, a republié, geteilt, hat geteilt, geteilter Beitrag, compartió, a partagé, ha condiviso, compartido, partage, repartage, condivisione, diffusione, 再投稿, 共有, gedeeld, herplaatsing, udostępnienie, compartilhamento',
    post: 'Beitrag, publicación, publication, pubblicazione, 投稿, bericht, wpis, publicação',
    person: 'contact, people, Kontakt, persona, personne, 人, 人物, persoon, osoba, pessoa',
    company: 'Firma, Unternehmen, empresa, entreprise, société, azienda, società, 会社, 企業, bedrijf',
    lead: 'リード',
  }).flatMap(([kind, words]) => split(words).map((word) => [columnKey(word), kind] as const)),
);

/** Words for what people do that is no like, comment or repost, in a column with the kind of rows. Such rows are left out. */
const otherSignals: ReadonlySet<string> = new Set(
  split(
    'view, viewed, viewed profile, profile view, visit, visited, profile visit, follow, followed, follower, mention, mentioned, connect, connected, connection, connection request, invited, invitation, invitation sent, message, messaged, message sent, sent, replied to message, subscribe, subscribed, saved, clicked, opened, impression, angesehen, besucht, gefolgt, erwähnt, vernetzt, vu, visité, suivi, mentionné, visto, visitado, seguido, mencionado, visitato, menzionato',
  ).map(columnKey),
);
export const isOtherSignal = (word: string): boolean => otherSignals.has(columnKey(word));

/** `Liked your post`, `commented on a post`, `reacted with love`: the first word says it, where a word like these follows. */
const sentence =
  /^(liked|reacted|commented|replied|reposted|shared|reshared)\s+(?:on|to|with|your|our|my|the|this|a|an)\b/i;
export const sentenceWord = (text: string): string | undefined => sentence.exec(text.trim())?.[1];

/** French. */
import type { Messages } from './en';

export const fr: Messages = {
  signIn: 'Se connecter',
  signInHeading: 'Connectez-vous pour continuer',
  signInIntro:
    'Une application demande l’accès à votre espace de travail {brand}. Connectez-vous pour voir laquelle et ce qu’elle demande.',
  email: 'E-mail',
  password: 'Mot de passe',
  errorTitle: 'Erreur : {title}',
  wantsAccess: '{app} demande un accès',
  wantsAccessTo: '{app} demande l’accès à votre espace de travail',
  quoted: '« {text} »',
  callsItself: 'Une application qui se nomme « {name} »',
  goesTo: 'Après votre accord, l’accès est donné à',
  describesItself: 'L’application se décrit à l’adresse {address}',
  provedName: 'L’application a prouvé que son nom lui appartient.',
  unverified: 'Non vérifiée',
  trustAddress: 'Toute application peut se nommer « {name} ». Fiez-vous à l’adresse ci-dessus, pas au nom.',
  readsAs: 'Ce nom se lit comme « {other} », et rien ne montre que l’application en provient.',
  runsHere: 'Cette application fonctionne sur l’ordinateur que vous utilisez.',
  runsHereOnly: 'N’acceptez que si vous venez vous-même de lancer la connexion.',
  opensProgram: 'Ceci ouvre le programme que votre ordinateur utilise pour les adresses « {scheme}: ».',
  noWorkspace:
    'Vous n’appartenez à aucun espace de travail et ne pouvez donc rien approuver. Demandez à un propriétaire ou administrateur de vous ajouter.',
  workspace: 'Espace de travail',
  couldThen: 'Elle pourrait alors',
  onlyRead: 'Elle peut seulement lire.',
  keepsAccess: 'L’accès dure jusqu’à ce que vous, un propriétaire ou un administrateur le retire, 90 jours au plus.',
  mostConnections:
    'Vous pouvez avoir au plus {most} connexions dans un espace de travail : une de plus met fin à celle inutilisée depuis le plus longtemps.',
  endsConnection:
    'Vous avez ici {most} connexions : approuver met fin à « {name} », inutilisée depuis le plus longtemps.',
  askedTooOften:
    '{most} de vos demandes attendent une réponse dans cet espace de travail. Demandez d’abord à un propriétaire ou administrateur d’y répondre.',
  approve: 'Approuver',
  cancel: 'Annuler',
  askAdmins: 'Demander à un propriétaire ou administrateur',
  permitMembers:
    'Autoriser aussi cette application pour les membres de l’espace de travail, qui pourront la connecter eux-mêmes',
  permitRefused:
    'Seul un propriétaire ou un administrateur de cet espace de travail peut permettre une application à ses membres. Décochez la case ou choisissez un autre espace.',
  tooManyPermits:
    'Plus aucune application ne peut être permise dans cet espace de travail, ou par une seule personne. Interdisez-en d’abord une ou décochez la case.',
  signedInAs: 'Connecté en tant que {email}.',
  otherAccount: 'Utiliser un autre compte',
  roleOWNER: 'Vous êtes propriétaire ici',
  roleADMIN: 'Vous êtes administrateur ici',
  roleMEMBER: 'Vous êtes membre ici',
  mayAll: '{role} et pouvez tout approuver.',
  mayNotSome:
    '{role} et ne pouvez pas approuver {scopes}. Connectez avec le reste, ou demandez à un propriétaire ou administrateur.',
  youCanAsk: 'Vous pouvez demander à {people}.',
  connectedAlready: 'Vous avez déjà connecté cette application, avec : {scopes}.',
  needsAdmin: 'Demande un propriétaire ou administrateur',
  isNew: 'Nouveau',
  sensitive: 'Sensible',
  approved: 'Approuvé',
  cancelled: 'Annulé',
  takingBack: 'Retour à {app} …',
  continue: 'Continuer',
  asked: 'Votre demande est notée',
  askedText:
    'Prévenez un propriétaire ou administrateur : aucun message ne part de lui-même. Votre demande figure dans la console sous Integrations, Assistants, où l’application peut être autorisée. Connectez-la ensuite de nouveau, depuis la même application.',
  chooseWorkspace: 'Choisissez un espace de travail.',
  tickSomething: 'Cochez au moins un type d’accès, ou annulez.',
  notMember: 'Vous n’êtes pas membre actif de cet espace de travail.',
  adminRequired:
    'Seul un propriétaire ou administrateur de cet espace peut approuver {scopes}. Décochez ou demandez à l’un d’eux.',
  wrongPassword: 'E-mail ou mot de passe incorrect.',
  tooMany: 'Trop de tentatives. Attendez {time} et réessayez.',
  goneTitle: 'Cette demande est terminée',
  goneText: 'Elle a déjà reçu une réponse, ou a attendu plus de 10 minutes. Revenez à l’application et reconnectez-la.',
  nothingTitle: 'Rien à approuver',
  nothingText: 'Cette page s’ouvre d’elle-même quand une application demande un accès. Commencez depuis l’application.',
  staleTitle: 'Veuillez réessayer',
  staleText:
    'Ce formulaire n’appartient pas à ce navigateur, ou les cookies sont bloqués. Revenez à l’application et reconnectez-la.',
  elsewhereTitle: 'La connexion se fait ailleurs',
  elsewhereText:
    'On se connecte à ce service par une autre application. Son exploitant indique cette page dans CONSENT_PAGE_URL.',
  failedTitle: 'Cela n’a pas fonctionné',
  failedText: 'Le service a un problème. Attendez un instant et réessayez depuis l’application.',
  unusableTitle: 'Cette demande de connexion n’est pas utilisable',
  unusableText: 'Rien n’a été connecté. Recommencez depuis l’application d’où vous venez.',
  unusableCode: 'Code {code}, requête {request}.',
  help: 'Aide',
  'workspace:read': 'Accès et utilisation de l’espace de travail',
  'workspace:read about': 'Voir quelles données cet espace offre et combien de prospects et de profils il contient.',
  'leads:read': 'Prospects, coordonnées et profils enregistrés',
  'leads:read about':
    'Lire les prospects avec leurs profils et adresses e-mail professionnelles, les signaux, les comptes et la liste de suivi.',
  'analytics:read': 'Analyses des publications et des audiences',
  'analytics:read about': 'Lire les résumés de publications et des chiffres d’audience agrégés, sans noms.',
  'agent:read': 'État et candidats de l’agent',
  'agent:read about': 'Lire ce que l’agent automatique a fait et quels candidats il a proposés.',
};

import { frenchNames } from "./local-french-names.ts";
import type { LocalLexicon, Row } from "./local-lexicon.ts";

/* What words of French say of what is measured. */

const e = "(?:e?s?)";

/** "A", "s'est" and the like, which stand before a participle. */
const helper = "(?:a |ont |est |sont |s['’]est |se sont )?";

const moves: readonly Row[] = [
  [
    "move",
    1,
    [
      `${helper}(?:(?:re)?(?:progressé|augmenté|gagné|grimpé|avancé|monté)|bondi|rebondi|repris|cr[uû]|remonté|amélioré|élargi|accru|doublé|triplé|accéléré|renchéri|apprécié|envolé|flambé|explosé|redressé|pris(?= \\d)|engrangé|adjugé|octroyé|étoffé|gonflé|raffermi|redressé)${e}`,
      "progress(?:e|ent|ait|aient)|augment(?:e|ent|ait|aient)|gagn(?:e|ent|ait|aient)|haussier|bondi(?:t|ssent)|grimp(?:e|ent|ait)|rebondit|avanc(?:e|ent|ait)|croît|croissent|monte(?:nt)?|remonte(?:nt)?|s['’]amélior(?:e|ent|ait)|s['’]élargi(?:t|ssent)|s['’]accroît|accélère(?:nt)?|s['’]accélère|s['’]envole(?:nt)?|s['’]apprécie(?:nt)?|flambe(?:nt)?|explose(?:nt)?|s['’]adjuge|s['’]octroie|engrange|prend(?= \\d)|se redresse(?:nt)?|gonfle|en (?:forte |légère |nette )?hausse|en progression|doublent?|reprend(?= \\d)",
    ].join("|"),
  ],
  [
    "move",
    1,
    "progressions?|augmentations?|gains?|(?:la |une |de )?hausses?|bond|rebond|avance(?= de \\d)|montée|améliorations?|élargissement|accroissement|accélération|envolée|appréciation|redressement|ascension|plus-values?|reprise",
    "noun",
  ],
  [
    "move",
    -1,
    [
      `${helper}(?:reculé|diminué|baissé|perdu|chuté|cédé|décliné|plongé|tombé|retombé|dégradé|détérioré|rétréci|replié|effondré|contracté|réduit|ralenti|lâché|abandonné|calmé|apaisé|érodé|régressé|assombri|décru|effrité|déprécié|fléchi|dévissé|décroché|amenuisé|fondu|rogné|dégringolé|glissé|tassé|affaibli|rendu(?= \\d)|laissé(?= \\d))${e}`,
      "recul(?:e|ent|ait|aient)|diminu(?:e|ent|ait)|baiss(?:e|ent|ait|aient)|baissier|per(?:d|dent|dait)|chut(?:e|ent|ait)|cèd(?:e|ent)|cédait|décline(?:nt)?|plonge(?:nt)?|se dégrade(?:nt)?|se détériore(?:nt)?|se replie(?:nt)?|s['’]effondre(?:nt)?|se rétréci(?:t|ssent)|se resserre(?:nt)?|se contracte(?:nt)?|se rédui(?:t|sent)|ralentit|se tasse(?:nt)?|lâche(?:nt)?|s['’]érode(?:nt)?|régresse(?:nt)?|s['’]apaise(?:nt)?|se calme(?:nt)?|abandonne(?:nt)?|décroît|décroissent|s['’]effrite(?:nt)?|se déprécie(?:nt)?|fléchit|fléchissent|dévisse(?:nt)?|décroche(?:nt)?|s['’]amenuise(?:nt)?|dégringole(?:nt)?|glisse(?:nt)?|s['’]affaibli(?:t|ssent)|en (?:forte |légère |nette |léger |net )?(?:baisse|recul|repli|retrait)|tombe(?:nt)?|rend(?= \\d)|laisse(?= \\d)",
    ].join("|"),
  ],
  [
    "move",
    -1,
    "recul|diminutions?|(?:la |une |de )?baisses?|pertes?|chutes?|déclin|plongeon|dégradation|détérioration|replis?|effondrement|contraction|réduction|ralentissement|tassement|érosion|dépréciation|fléchissement|effritement|moins-values?|dégringolade|décrue|retrait|correction",
    "noun",
  ],
];

const de = "(?: (?:de|du|des)(?! \\d)| d')?";
const places: readonly Row[] = [
  ["place", 1, `au[- ]delà${de}|au[- ]dessus${de}|supérieur${e} (?:à|au|aux)|plus haut que`],
  [
    "place",
    -1,
    `en deçà${de}|(?:en |au[- ])dessous${de}|sous(?= (?:la|le|les|sa|ses|son|toutes|l'|zéro|\\d))|inférieur${e} (?:à|au|aux)|plus bas que`,
  ],
  [
    "more",
    1,
    `plus (?:élevé|haut|fort|grand|gros|large|cher|rapide|favorable|positi[fv]|optimiste|étoffé|fourni|important|volatil|soutenu|nourri|acti[fv]|marqué)(?:e?s?)|plus vite|plus de(?= (?:trésorerie|liquidités|dettes?|cash|disponibilités))`,
  ],
  [
    "more",
    -1,
    `(?:moins (?:élevé|haut|fort|grand|gros|large|cher|rapide|favorable|positi[fv]|optimiste|étoffé|fourni|important|volatil|soutenu|nourri|acti[fv]|marqué)|plus (?:faible|bas|basse|petit|étroit|lent|négati[fv]|calme|maigre|défavorable))(?:e?s?)|moins vite|moins de(?= (?:trésorerie|liquidités|dettes?|cash|disponibilités))`,
  ],
  [
    "beats",
    1,
    "dépass(?:e|ent|ait)|excèd(?:e|ent)|surpass(?:e|ent)|franchi(?:t|ssent)|couvr(?:e|ent)|attei(?:nt|gnent)(?= (?:la|les?|pas|sa|son))",
  ],
  ["better", 1, "mieux|surperform(?:é|e|ait|ent)|bat(?:tu)?|devance"],
  ["better", -1, "moins bien|sous[- ]?performe?(?:é|e|ait|ent)?|à la traîne|derrière|moins que"],
  ["stretched", 1, `surachet(?:é|ée|és|ées)|(?:en |zone de |situation de |état de )?surachat`],
  ["stretched", -1, `survendue?s?|(?:en |zone de |situation de |état de )?survente`],
  [
    "sign",
    1,
    "positi(?:f|ve)s?|(?:en|dans le) (?:positif|vert)|(?<!plus |moins )favorables?|optimistes?|en territoire positif",
  ],
  ["sign", -1, "négati(?:f|ve)s?|(?:en|dans le) (?:négatif|rouge)|défavorables?|pessimistes?|en territoire négatif"],
  ["broken", 1, "(?:cassé|brisé|percé|rompu)e?s?|casse|perce|brise"],
  ["broken", -1, "tenu|tient|tenait|résisté|résiste|préservée?|intacte?|défendue?"],
  [
    "at",
    0,
    "attein(?:t|ts|te)|touch(?:e|é)|inscri(?:t|re|vant|vent)|marque[r]?|signe[r]?|affiche(?= (?:un|son))|à(?= son)|au(?= )|sur(?= (?:son|un))",
  ],
  ["passed", 1, "(?:franchi|dépassé|reconquis|repris|regagné)e?s?|reprend(?= (?:la|sa|son|le))|regagne"],
  ["passed", -1, "(?:enfoncé)e?s?|enfonce"],
  [
    "told",
    0,
    "plus (?:proche|près) (?:du haut|de la bande (?:haute|supérieure)|de la borne (?:haute|supérieure))|moitié (?:haute|supérieure) (?:des|de ses) bandes",
    "The last close is in the upper half of the bands",
  ],
  [
    "told",
    0,
    "plus (?:proche|près) (?:du bas|de la bande (?:basse|inférieure)|de la borne (?:basse|inférieure))|moitié (?:basse|inférieure) (?:des|de ses) bandes",
    "The last close is in the lower half of the bands",
  ],
  [
    "told",
    0,
    "(?:à l['’]intérieur des|entre les|dans les|à l['’]intérieur de ses|dans ses) bandes",
    "The last close is inside the bands",
  ],
  [
    "told",
    0,
    "(?:hors des|en dehors des|à l['’]extérieur des|hors de ses|en dehors de ses) bandes",
    "The last close is outside the bands",
  ],
  ["told", 0, "plus d['’]articles(?= qu)|plus de (?:nouvelles|dépêches)(?= qu)", "The number of news items rose"],
  ["told", 0, "moins d['’]articles(?= qu)|moins de (?:nouvelles|dépêches)(?= qu)", "The number of news items fell"],
  ["told", 0, "plus de (?:messages|publications|posts)(?= qu)", "The number of posts rose"],
  ["told", 0, "moins de (?:messages|publications|posts)(?= qu)", "The number of posts fell"],
  [
    "told",
    0,
    "trésorerie nette(?! négative)|position nette de trésorerie|cash net|excédent net de trésorerie|trésorerie nette positive",
    "The company has net cash",
  ],
  [
    "told",
    0,
    "(?:une|de|situation de|avec une) dette nette|(?:un|avec un) endettement net",
    "The company has net debt",
  ],
];

export const french: LocalLexicon = {
  rows: [...frenchNames, ...moves, ...places],
  joints: "tandis que|alors que|mais|et|pendant que|car|puisque|or",
  than: "que|qu['’]|à|au|aux|par rapport (?:à|au|aux)",
  denial:
    /(?<!\p{L})(?:(?:n['’]|ne )[^,;.]{1,24}?\s(?:pas(?! seulement)|plus(?! que)|jamais|guère)|ni|aucune?(?! doute))(?!\p{L})/iu,
  filler:
    /^(?:est|sont|était|étaient|reste|restent|restait|demeure|demeurent|se|s'|s’|situe|situent|trouve|trouvent|cote|cotent|évolue|évoluent|ressort|ressortent|affiche|affichent|indique|passe|passent|repasse|repassée?|revenue?|a|ont|été|clôture|clôturé|termine|terminé|maintient|navigue|le|la|les|un|une|des|de|du|l|d|son|sa|ses|leur|leurs|en|à|au|aux|avec|par|sur|dans|nettement|largement|bien|très|toujours|encore|désormais|actuellement|donc|ainsi|légèrement|juste|à peine|aussi|également|clairement|fortement|ici|n|ne|pas|plus|zone|territoire|niveau|seuil|ligne|points?|USD|dollars?|mobile|simple|propre|précédente?|dernier|dernière|récent|récente|celle|celui|ceux|soit|y|peu|tonalité|ton|observée?|constatée?|enregistrée?|mesurée?|relevée?|désormais|aujourd|hui|même|ensuite|enfin|cependant|toutefois|pourtant|nouveau|légère|net|nette|clair|claire|ressorti|ressortie|échange|échangent|traite|traitent|établit|établissent|installé|installée|progressivement|globalement|majoritairement|plutôt|assez|tous|toutes|deux|trois|nouveau|nouvel|nouvelle|prè[s])$/iu,
  supposed:
    /(?<!\p{L})(?:si|s['’]il|lorsque|quand|pourr(?:ait|aient|a|ont)|devr(?:ait|aient|a|ont)|serait|seraient|peut-être|risque|jusqu['’]à ce que|dès que|tant que|attend|attendent|attendue?s?|peut|peuvent|doit|scénario|espère|menace|à condition|au cas où|\p{L}*rai(?:t|ent)|avant (?:que|de)|sans (?:les?|la)|auparavant|autrefois|naguère|jadis)(?!\p{L})|^\W*(?:l['’](?:an|année) (?:dernier|dernière|passée?)|en (?:été|automne|hiver|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)|au printemps|il y a )|\?/iu,
  soft: /(?<!\p{L})(?:(?<!plus )près d[eu](?! \d)|(?<!plus )proches?|presque(?! \d)|quasi(?:ment)?|à peine|loin d[eu]|approche|s['’]approche|vers|frôle|flirte|limite d[eu])(?!\p{L})/iu,
  level: /(?:^|\s)(?:à|jusqu['’]à|vers|depuis)(?: (?:environ|près de|quelque|seulement))?\s*[$€£]?$/iu,
  line: /(?:seuil|niveau|barre|ligne)(?: de| des| à)? $/iu,
  of: /^ (?:du|de la|des|de|de l['’]|d['’]|du même|de son|de sa|de ses|dans le|sur le)(?: )?$/iu,
  counts: { un: 1, une: 1, deux: 2, trois: 3, quatre: 4, cinq: 5, six: 6, sept: 7, dix: 10, douze: 12, vingt: 20 },
  units: [
    [/^séance|bourse|boursier/i, "sessions"],
    [/^jour/i, "days"],
    [/^semaine/i, "weeks"],
    [/^mois/i, "months"],
    [/^trimestre/i, "quarters"],
    [/^an/i, "years"],
  ],
  nouns: null,
};

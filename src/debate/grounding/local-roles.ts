import { endingIn, fillerOf, startingWith, type RoleLexicon } from "./role-patterns.ts";

/* The words for the roles of an agent's own trade in German, French and Spanish. */

export const german: RoleLexicon = {
  filler: fillerOf(
    "lautet liegt liege lag ist sei wird wurde würde bei auf von zu beträgt steht sitzt bleibt befindet sich der die das dem den unser unsere unserem unseren unserer mein meine meiner meinem meinen gesetzt festgelegt geplant etwa rund genau also aber nur jetzt nun dabei",
    "für (?:den|die|das|unsere?n?|meine?n?) (?:Short|Long|Trade|Handel|Position|Idee|Aktie|Kauf|Verkauf)",
    "(?:der|des|dieser) (?:Position|Trades?|Idee|Aktie|Shorts?)",
    "in (?:die|unsere|diese) (?:Einschätzung|Empfehlung|Position)",
  ),
  before: [
    {
      roles: ["stop"],
      words: endingIn(
        "(?:Schutz-?)?Stopp?(?:[- ]?(?:Loss|Kurs|Marke|Preis))?",
        "Stopp?(?:marke|kurs|preis)",
        "Verlustgrenze|Verlustbegrenzung|Ausstieg(?:skurs)? nach unten|Notausstieg|ausgestoppt|Reißleine",
      ),
    },
    {
      roles: ["target"],
      words: endingIn(
        "Kursziel|Ziel(?:kurs|marke|preis)?|Gewinnziel|Gewinnmitnahmen?|Gewinne? mit(?:nehmen)?|Zielzone",
      ),
    },
    {
      roles: ["entry"],
      words: endingIn(
        "(?:Einstieg|Einstand|Kauf|Eröffnung)(?:s?(?:kurs|preis|marke|niveau|limit))?|steigen? (?:wir|ich)(?: ein)?|(?:wir|ich) steigen?|(?:wir|ich) kaufen?|kaufen? (?:wir|ich)",
      ),
    },
    {
      roles: ["size"],
      words: endingIn(
        "Positionsgröße|Positionsgrösse|Positionsgewicht|Gewichtung|Einsatz|Größe der Position|Anteil am (?:Depot|Portfolio)|Kapitaleinsatz",
      ),
    },
    {
      roles: ["confidence"],
      words: endingIn("Konfidenz|Überzeugung|Zuversicht|Sicherheit der Einschätzung|Vertrauen(?:sgrad|swert)?"),
    },
  ],
  behind: [
    { roles: ["size"], words: startingWith(" ?(?:des|vom) (?:Kapitals?|Depots?|Portfolios?|Vermögens?|Geld(?:es)?)") },
    { roles: ["confidence"], words: startingWith(" ?(?:sicher|überzeugt)") },
  ],
};

export const french: RoleLexicon = {
  filler: fillerOf(
    "est sera serait fixé fixée placé placée situé située prévu prévue se situe trouve à a de du d’ d' la le les l’ l' au notre nos mon ma mes nous avons fixons plaçons maintenu maintenue environ exactement seulement désormais toujours s’établit s'établit s’élève s'élève",
    "(?:de|pour|sur) (?:la|le|notre|cette|ma|mon) (?:position|vente|vente à découvert|achat|opération|idée|titre|valeur)",
  ),
  before: [
    {
      roles: ["stop"],
      words: endingIn(
        "stop(?:[- ]loss)?|seuil (?:d['’]invalidation|de protection|de perte)|ordre stop|limite de perte|invalidation",
      ),
    },
    {
      roles: ["target"],
      words: endingIn(
        "objectif(?: de (?:cours|prix|gain))?|cible|cours cible|prise de bénéfices?|prenons nos bénéfices|visons",
      ),
    },
    {
      roles: ["entry"],
      words: endingIn(
        "(?:prix |cours |niveau |point )?d['’]entrée|entrée|prix d['’]achat|achetons|vendons à découvert|entrons|nous achetons",
      ),
    },
    {
      roles: ["size"],
      words: endingIn("taille(?: de (?:la |notre )?position)?|poids|allocation|pondération|exposition|engageons"),
    },
    { roles: ["confidence"], words: endingIn("confiance|conviction|certitude") },
  ],
  behind: [
    { roles: ["size"], words: startingWith(" ?(?:du|de notre|de mon) (?:capital|portefeuille|patrimoine)") },
    { roles: ["confidence"], words: startingWith(" ?de (?:confiance|conviction|certitude)") },
  ],
};

export const spanish: RoleLexicon = {
  filler: fillerOf(
    "es está esta será sería queda quedaría fijado fijada colocado colocada situado situada previsto prevista se sitúa encuentra ubica en a de del el la los las nuestro nuestra mi lo fijamos ponemos colocamos aproximadamente exactamente solo unos ahora",
    "(?:de|para|sobre) (?:la|el|nuestra|esta|este|nuestro) (?:posición|operación|corto|largo|idea|acción|compra|venta)",
  ),
  before: [
    {
      roles: ["stop"],
      words: endingIn("stop(?:[- ]loss)?|límite de pérdidas?|nivel de invalidación|invalidación|orden stop"),
    },
    {
      roles: ["target"],
      words: endingIn(
        "(?:precio )?objetivo(?: de precio)?|meta|toma de (?:beneficios|ganancias)|recogemos (?:beneficios|ganancias)|buscamos",
      ),
    },
    {
      roles: ["entry"],
      words: endingIn(
        "(?:precio de |nivel de |punto de )?entrada|precio de compra|compramos|entramos|vendemos en corto",
      ),
    },
    {
      roles: ["size"],
      words: endingIn("tamaño(?: de (?:la |nuestra )?posición)?|peso|asignación|exposición|ponderación|invertimos"),
    },
    { roles: ["confidence"], words: endingIn("confianza|convicción|certeza") },
  ],
  behind: [
    {
      roles: ["size"],
      words: startingWith(" ?(?:del|de nuestro|de mi) (?:capital|cartera|patrimonio|dinero)|de la cartera"),
    },
    { roles: ["confidence"], words: startingWith(" ?de (?:confianza|convicción|certeza)") },
  ],
};

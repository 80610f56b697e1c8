"""Texts of our own in which the same words are a mark or a thing, as only the clause tells: `{mark}` is a thing, `<period>` a mark."""

# Two sentences, the second of which begins as the rest of the first could.
STOPS = """{subject} {past} {object}. {subject} {past} {object};{subject} {past} {object}. {subject} {past};{subject} {past}. {subject} {past} {object};
{subject} {past} {object}. {nouns} {past} {object};{subject} {past} {object}. {nouns} {verb} {object};{subject} {past} {object}. {subject} {does} {object};
{subject} {past} {object}. {subject} {auxiliary} {verb} {object};{subject} {past} {object}. {subject} {is} {past};{subject} {is} {past}. {subject} {past} {object};
{subject} {is} {past} {place}. {subject} {is} {past};{subject} {is} {adjective}. {subject} {is} {adjective};{subject} {past} {object} {place}. {subject} {past} {object};
{subject} {past} {object} {place}. {subject} {auxiliary} {verb};{subject} {does} {object}. {subject} {does} {object};{subject} {does} {object}. it {does} {place};
{pronoun} {verb} {object}. {pronoun} {verb} {object};{pronoun} {verb} {object}. it {does} at {clock};{pronoun} {verb} {object}. it {past};{pronoun} {verb} {object}. {subject} {is} {adjective};
{pronoun} {past} {object}. {pronoun} {past} {object};{pronoun} {past} {object}. {pronoun} {are} {verb}ing {nouns};{pronoun} {past} {object}. it {is} {adjective};
{verb} {object}. {verb} {object};{verb} {object}. {verb} them while they are {adjective};{verb} {object}. {verb} it {place};{verb} {object} {place}. {verb} {object};
{verb} {object}. {subject} {past} {object};{verb} {object}. {subject} {is} {adjective};please {verb} {object}. {subject} {past};do not {verb} {object}. {subject} {is} {past};
{subject} {past} {object}. who {past} {object}?;{subject} {past} {object}. when {auxiliary} {subject} {verb}?;when does {subject} {verb}? {subject} {past} {object};
how did {subject} {verb}? {subject} {is} {past};where is {object}? {subject} {past} {object};can {pronoun} {verb} {object}? {subject} {is} {adjective};
{subject} {past} {object}. then {subject} {past};{subject} {past} {object}. now {subject} {past} {object};{subject} {past} {object}. {name} {past} {object};{name} {past} {object}. {name} {past} {object};
{subject} {past} {object}. {subject} and {subject} {past};{subject} {past} {object}, {subject} {past};{subject} {past} {object}, and {subject} {past} {object};
{subject} {past} {object}, but {subject} {past};first {verb} {object}, then {verb} {object};{verb} {object}, then {verb} {object};first {verb} {object}. then {verb} {object};
if {subject} {does}, {verb} {object};when {subject} {past}, {subject} {past} {object};{subject} {past}, {past} and {past};{subject} – who {past} {object} – {past} {adverb};
{subject}, who had never {past} {object}, {past} {object};{subject} {past} {num} {nouns}: {object} and {object};{subject} {past} {object}: {object} and {object};
{adverb} {subject} {past} {object}. {subject} {past} {object};{lead} {object} {subject} {past}. {subject} {past} {object};{lead} {object}, {subject} {past} {object};
no {noun}. {subject} {past} {object};{noun} {past}. {noun} {past};{noun} {is} {past}. {noun} {past};{subject} {past} {lead} {object}. {subject} {past} {object};
we {past} {object} from his {noun}. it {past} {object};we looked for {object}. {noun} is {adjective};
{noun} {adjective}. {noun} {adjective}. {nouns} {adjective};{noun} {adjective}. {nouns} {past};{noun} {past}. {noun} {adjective}, {noun} {adjective};
{subject} {is} {adjective}. nobody {past} in. that is an {noun};{subject} {is} {past}. nobody {does} {place}. this is {object};{subject} {past} {object}. {subject} {past} {object}. that was {object};
the {noun}: not {adjective};the {noun}: {adjective};the {noun}: {noun} {past};{subject} {past} {noun}, {noun}, and {nouns}. {pronoun} {past} that {subject} {past} {object};
{subject} {past} {place}. an old {noun} {past} {object}. he {past} us {object}"""

# A compound is the subject.
SUBJECTS = """{compound} {past} {object};{compound} {past} {nouns};{compound} {past};{compound} {does} {object};{compound} {does} {nouns};{compound} {does} {place};
{compound} {auxiliary} {verb} {object};{compound} {auxiliary} not {verb} {object};{compound} {auxiliary} be {past};{compound} {is} {past} {place};{compound} {is} {adjective};
{compound} {past} {place};{compound} {past} and {past};{compound} {adverb} {past} {object};{compound} {adverb} {does} {object};{compound} for {object} {auxiliary} be {past};
{compound} for {object} {past};{compound} of {object} {does} {object};{compound} for this {noun} must be {past} in {object};{compound} that {pronoun} {past} {is} {adjective};
{compound} {past} {num} {nouns};{compound} {past} us {nouns};{compound} {past} an {noun} of {nouns};{compound} had {past} {object};{compound} had no {noun};{compound} has {past} {object};
{compound} {past} when {subject} {past};{compound} {past} before {pronoun} {past} {object};{compound} {past} the {superlative} {nouns} in {object}"""

# Words of marks as things elsewhere in a clause, the same as marks behind or before them.
BESIDE = """{subject} {past} {lead} {compound} {subject} {past};{lead} {compound} {subject} {past} {object};{lead} {compound} {nouns} {past} {object};{subject} {past} {object} {lead} {compound}<{same}>;
{subject} {past} {compound}<{same}>{subject} {past} {object};{pronoun} {past} {object} {lead} {compound}<{same}>{subject} {past};{compound} {past}<{same}>{subject} {past} {object};
{subject} {is} {past} {lead} {compound}<{same}>{pronoun} {verb} {object};{subject} {past} {object}<{same}>{compound} {past} {object};{subject} {past} {object}<{same}>{compound} {past}<{same}>{subject} {past};
a {mark} is missing in {noun}<{same}>{noun};there is no {mark} in {adjective}<{same}>{noun};{object} has no {mark} in {noun}<{same}>{past};the {mark} in {noun}<{same}>{noun} is {adjective};
{subject} came to a {mark} in {object}<{same}>{subject} {past}<{same}>;{subject} {past} {num} {nouns} of the {mark}<{same}>the {mark} and {object};{subject} {past} the {mark}<{same}>{subject} {past};
{subject} {past} a {mark} {lead} {object}<{same}>{subject} {past} {object};put a {mark} after {object}<{same}>{verb} {object};{pronoun} {verb} the {mark}<{same}>{noun} and {noun};
whatever {mark} you {verb} {subject} {past};whichever {mark} {pronoun} {verb} {subject} {is} {past};what {mark} do you {verb};{nouns} who {verb} in {ord} {mark} {verb} their {noun};
{subject} who {past} in {ord} {mark} {past} {object};in {ord} {mark} {subject} {past} {object};{pronoun} {verb} for {mark} {nouns} for {object};{pronoun} {are} looking for {mark} {noun};
{subject} {past} {mark} {nouns};{subject} {past} {mark} {noun} and {mark} {nouns};{object} of {mark} {noun};{subject} {past} {object} from his {mood} {mark};{object} from her {mood} {mark} {past};
{pronoun} {past} {object} during the {noun} {mark};{pronoun} {past} {object} within the {noun} {mark};{pronoun} {past} {object} throughout the {noun} {mark};
{subject} {past} in the {mood} {mark};the {mood} {mark} {past} {object};{subject} {past} the {adjective} {mark};{subject} {past} during a {adjective} {mark};
{subject} {is} {past} in the {ord} {mark};{subject} {past} {object} in the {ord} {mark};{subject} {past} {object} in {ord} {mark};{subject} has a {past} {mark};{subject} {does} that {subject} has an {past} {mark};
{subject} {past} a {adjective} {mark};{subject} has a {adjective} {mark};{pronoun} {verb} this {adjective} {mark};{nouns} slash {nouns} in {object};{nouns} dash {lead} {object};{nouns} slash {object} {place};{nouns} dash {place};
in a {mark} of {past} {nouns}, {noun} {does};in a {mark} of {noun}, {subject} {past} {object};during a {mark} of {adjective} {noun}, {subject} {past};after the {mark}, {subject} {past};{lead} {compound}, {subject} {past} {object};
in the {noun} {mark}, {subject} {past};{lead} the {ord} {mark}, {subject} {past} {object}"""

# Commands next to each other, and words that are joined.
COMMANDS = """{greeting} {addressee}<comma><new line>{clause}<period>;{greeting} {addressee}<comma><new paragraph>{clause}<period><new paragraph>{clause};{greeting} {addressee}<comma><new paragraph>{clause}<exclamation point>;
{greeting} {addressee}<comma><next line>{subject} {past};{greeting} {addressee}<comma>{clause}<period>;{greeting} {addressee}<exclamation mark><new line>{clause}<period>;{clause}<period><new line>{name};{clause}<period><new paragraph>{closing}<comma><new line>{name};
{clause}<period>{closing}<comma><new line>{name};{greeting} {addressee}<period><new line>{clause};{closing}<comma><new paragraph>{name};{closing} {name}<comma><new line>{city};
a {noun}<hyphen>of<hyphen>the<hyphen>{noun} {noun};{object} is {noun}<hyphen>of<hyphen>the<hyphen>{noun};{pronoun} {verb} an up<hyphen>to<hyphen>{noun} {noun} of {nouns};{subject} is up<hyphen>to<hyphen>{noun};a {adjective}<hyphen>to<hyphen>{verb} {noun};
{subject} is well<hyphen>{past} and {does} {object};{object} is {noun}<hyphen>{past};a {num}<hyphen>{noun}<hyphen>{adjective} {noun};{pronoun} {past} a {adjective}<hyphen>{past} {noun};follow<hyphen>up {nouns};
{noun}<underscore>{noun};{noun}<underscore>{noun}<underscore>{noun};open {noun}<underscore>{noun} and {verb} {object};the {noun} is {noun}<underscore>{noun};{verb} {noun}<underscore>{noun}<period>;{noun}<underscore>{num};
{noun}<slash>{noun};{pronoun} {past} the {noun}<slash>{noun} {noun};{noun}<forward slash>{noun}<forward slash>{noun};the {noun}<backslash>{noun} {noun};{noun}<hyphen>{noun};{noun}<colon>{noun};{subject}<dash>{subject}<dash>{past};
{subject}<dash>who had never {past} {noun}<dash>{past} {adverb}<period>;{subject} {past}<colon>{noun}<comma>{noun}<comma>and {noun}<period>;{subject} {past} the following {nouns}<colon>{name}<comma>{name}<comma>and {name}<period>"""

SLOTS = {
    "nouns": ["{noun}s"],
    "subject": ["the {noun}"] * 6 + "his {noun};her {noun};my {noun};our {noun};their {noun};this {noun};a {noun};the {noun}s;the {noun}s;{name};he;she;they;we;I;the {adjective} {noun};the {noun} {noun};someone;nobody;two {noun}s".split(";"),
    "object": ["the {noun}", "a {noun}"] * 5 + "his {noun};her {noun};my {noun};our {noun};their {noun};this {noun};the {noun}s;some {noun}s;the {adjective} {noun};a {adjective} {noun};the {noun} {noun};him a {adjective} {noun};{noun};it;them;{name}".split(";"),
    "compound": ["{det} {noun} {mark}"] * 5 + ["the {noun} {mark}"] * 8 + ["{noun} {mark}", "{noun} {mark}", "the {modifier} {mark}", "{modifier} {mark}", "the {noun} {noun} {mark}", "the {noun}ing {mark}", "the {adjective} {noun} {mark}", "our {noun} {mark}"],
    "place": "in {city};on {day};at {clock};in the {noun};on the {noun};behind the {noun};tomorrow;yesterday;again;every {noun};this morning;next week;slowly;to the {noun};with a {noun}".split(";"),
    "pronoun": "I we you they he she".split(),
    "is": ["is", "was", "was", "are", "were", "has been", "will be"],
    "are": "are were".split(),
    "superlative": "finest best worst largest oldest first last longest most beautiful".split(),
    "mood": "blue rose early late cubist romantic gothic classical medieval colonial modern baroque victorian edo tudor roman golden middle".split(),
    "greeting": "hello;hi;dear;hey;good morning;good afternoon;good evening;greetings".split(";"),
    "addressee": "{first};{first};{name};all;everyone;team;everybody;folks;colleagues;{first} and {first};sir or madam;neighbours;mom;dad;ladies and gentlemen;both;my dear {first}".split(";"),
    "closing": "best regards;kind regards;best;thanks;yours sincerely;many thanks;cheers;all the best;sincerely;love;warm regards;see you soon;best wishes".split(";"),
}

"""Texts of our own: sentences in which words of marks are talked about, and the short forms of notes, lists and letters."""

# `{mark}` is any mark's words, meant as words; `{noun}`, `{verb}` and `{past}` come from prose. The rest of each text is dictated or not.
TALK = """the {mark} is wrong;a {mark} is missing;there is a {mark} missing;you forgot the {mark};I forgot the {mark} after the {noun};
put a {mark} after the {noun};put a {mark} between the {noun} and the {noun};add a {mark} before the {noun};add one more {mark};
add another {mark};remove the {mark};delete the last {mark};delete the second {mark};use a {mark} instead of a {mark};use a {mark} as a {noun};
replace the {mark} with a {mark};replace each {mark} with a {noun};it ends with a {mark};the line ends in a {mark};the name has a {mark} in it;
do not use a {mark} here;never use a {mark} there;is that a {mark};is there a {mark} in the {noun};where does the {mark} go;
why is there a {mark} at the end;does the {mark} go before the {noun} or after it;which {mark} do you mean;what does the {mark} mean;
one {mark} is enough;one {mark} too many;we need one more {mark};each {mark} counts;every {mark} matters;every {mark} in this {noun} is wrong;
this {mark} looks odd;that {mark} should go;this {mark} is not needed;I do not like this {mark};I hate this {mark};my {mark} is bigger than yours;
his {mark} was removed;her {mark} hurts;our {mark} ended well;no {mark} is needed;no {mark} there please;the first {mark} of the {noun};
the old {mark} must go;the new {mark} worries me;the whole {mark} was wasted;an extra {mark} hurts nobody;a single {mark} is fine;
a missing {mark} broke the {noun};a stray {mark} breaks the {noun};the word {mark} is hard to spell;the {mark} key is broken;press the {mark} key;
hit the {mark} key twice;the {mark} button does not work;the {mark} symbol means {noun};the {mark} sign is upside down;the {mark} character is lost;
type a {mark} and then the {noun};say {mark} when you want one;he wrote {mark} instead of {noun};the {mark} rule is simple;a {mark} separated list;
the {mark} in the {noun} is wrong;the {mark} on the {noun} faded;the {mark} at the end of the {noun} is missing;the {mark} behind the {noun} goes;
the {mark} before the {noun} stays;I like the {mark} in the title;the {mark} comes after the {noun};the {mark} comes first;the {mark} went viral;
I meant a {mark} not a {mark};he argued about a {mark} for an hour;she counts every {mark};they fixed the {mark} yesterday;it was a strange {mark};
that was a long {mark};what a {mark} that was;what a strange {mark};some {mark} must be there;it was a {mark} for all of us;
a {mark} of {noun};a {mark} in the {noun};both ended with a {mark};the {mark} that we need is here;the {mark} which {past} first is mine;
the {noun} {mark} {past};the {noun} {mark} is over;the {noun} {mark} was long;the {noun} {mark} has ended;the {noun} {mark} never really {past};
during the {noun} {mark} we {past};in the {noun} {mark} he {past};after the {noun} {mark} they {past};within the {noun} {mark} it is free;
before the {noun} {mark} begins;until the {noun} {mark} ends;how long is the {noun} {mark};when does the {noun} {mark} end;
{noun} {mark} was hard;{noun} {mark} begins in May;{noun} {mark} ends today;no {noun} {mark} lasts forever;each {noun} {mark} has ten days;
any {noun} {mark} {past};one {noun} {mark} follows another;his {noun} {mark} {past} many people;she said the {noun} {mark} {past};
the {noun} {mark} also {past};the {noun} {mark} usually {past} here;the {noun} {mark} then {past};a {noun} {mark} always helps;
at that {mark} he {past};during that {mark} no one {past};for a long {mark} nothing {past};over a {mark} of two weeks she {past};
in a brief {mark} of time;at a later {mark} he {past};a short {mark} followed;an earlier {mark} saw more {noun};this {mark} will pass;
the {mark} {past};the {mark} is long;the {mark} lasted ten days;the {mark} between the two {noun}s was quiet;the {mark} of {noun} is over;
the {mark} from May to June was dry;the {mark} before the war was happy;he lived through a difficult {mark};we look back on a good {mark};
the {mark} about the {noun} is gone;read the {mark} again;start a {mark} after the {noun};the {mark} contradicts the {noun};
there is a big {mark} over the {noun};we opened a {mark} of {noun}s;they work on a {mark} between the two towns;he crossed the {mark};
he made a quick {mark} for the {noun};with one bold {mark} he reached the {noun};a deep {mark} in the {noun};just a {mark} of {noun};
the {mark} I wanted;the {mark} you see here;the {mark} we spoke about is back;the {mark} he drew was thin;all the {mark} does is {verb};
at that {mark} she {past};she was happy at that {mark};he stayed ten days during which {mark} he {past};it was then that the {mark} began;in which {mark} was it;
for which {mark} is it due;{noun} {mark} {past};{noun} {mark} also {past};{noun} {mark} no longer {past};{noun} {mark} often ends in {noun};
{noun} {mark} may be shortened;{noun} {mark} remains {past};{noun} {mark} put pressure on the {noun};our {noun} {mark} hit us hard;the {noun} {mark} set the tone;
the {noun} {mark} gave way to {noun};the {noun} {mark} finally drew to a close;this {noun} {mark} quickly {past};his first {noun} {mark} brought {noun};
the {mark} of the {noun} and the {noun} is {past};the {noun} and {mark} of the {noun} {past};a {noun} {mark} and a {noun} {mark};
the {noun} {mark} for the {noun} is short;the {noun} {mark} in {month} was dry;the {noun} {mark} from {month} to {month};no {noun} {mark} {past} us;
there was a {noun} {mark} before that;there is no {noun} {mark};we have a {noun} {mark} of {num} days;he asked for a longer {noun} {mark} and got it;
we need {mark} {noun} for the {noun};they sell {mark} {noun};it is a {mark} {noun};we looked for {mark} {noun}s;in {ord} {mark} we {past};in {ord} {mark} nobody {past};
the {ord} {mark} {past};his {noun} {mark} was the best;it is from her {noun} {mark};throughout the relevant {mark}"""

# Compounds, whose head is mostly `period`.
COMPOUND_TALK = """{det} {noun} {mark} {does};{det} {noun} {mark} {does} {noun};{det} {noun} {mark} {does} the {noun};{det} {noun} {mark} {adverb} {does};{det} {noun} {mark} {adverb} {past};
{det} {noun} {mark} {past} the {noun};{det} {noun} {mark} {past} {noun};{det} {noun} {mark} {does} in {month};{det} {noun} {mark} {does} to {noun};{det} {noun} {mark} {past} us;
{det} {noun} {mark} {auxiliary} {verb};{det} {noun} {mark} {auxiliary} not {verb};{det} {noun} {mark} {adverb} {does} {noun};{det} {noun} {mark} {does} from {noun} to {noun};
{noun} {mark} {does};{noun} {mark} {does} {noun};{noun} {mark} {adverb} {does};{noun} {mark} {adverb} {past};{noun} {mark} {past} the {noun};{noun} {mark} {auxiliary} {verb};
{det} {mark} {does} {noun};{det} {mark} {adverb} {past};{det} {past} {mark} {does} {noun};{det} {noun} {noun} {mark} {does};{det} {noun} {noun} {mark} {past} {noun};
{det} {noun} {mark} had no {noun};{det} {noun} {mark} got {past};{det} {noun} {mark} became a {noun};{det} {noun} {mark} came after the {noun};
{noun} {mark} was {past};{noun} {mark} was long;{noun} {mark} is over;{noun} {mark} had {noun};{noun} {mark} will be {past};{noun} {mark} has {past};
{noun} {mark} hurt the {noun};{noun} {mark} brought {noun} and {noun};{noun} {mark} felt long;{noun} {mark} came to an end;{noun} {mark} ends on {day};
{noun} {mark} {past} us;{noun} {mark} {does} the {noun};{noun} {mark} never {past};{noun} {mark} means {noun};{noun} {mark} gave us {noun};
{lead} {det} {noun} {mark} everyone {past};{lead} {det} {noun} {mark} the {noun} {past};{lead} {det} {noun} {mark} {name} {past};{lead} {det} {noun} {mark} I {past};
{lead} {det} {mark} the {noun} {past};{lead} {det} {noun} {mark} nobody {past} {det} {noun};{lead} {det} {past} {mark} {noun} {past};{lead} {noun} {mark} the {noun} {past};
we {past} {lead} {det} {noun} {mark} without {noun};they {past} {lead} {det} {noun} {mark} and {past};{det} {noun} {mark} and {det} {noun} {past};
{det} {noun} {mark} felt long;{det} {noun} {mark} brought {noun} and {noun};{det} {noun} {mark} was {past};{det} {noun} {mark} has been {past};
{det} {noun} {mark} left us with {noun};{det} {noun} {mark} never {past}"""

# Only behind these words are `dash`, `slash` and `underscore` verbs here.
VERB_TALK = """we {mark} the {noun};they {mark} across the {noun};they want to {mark} the {noun};I have to {mark} to the {noun};he had to {mark} off;
we saw him {mark} across the {noun};watch her {mark} to the {noun};let me {mark} over to the {noun};the {noun}s {mark} through the {noun};
I must {mark};sorry I have to {mark} now;please do not {mark} the {noun};these {noun}s {mark} all our hopes;we will {mark} prices again;
the results {mark} the need for {noun};I want to {mark} that this is new;you can {mark} into the {noun};don't {mark} the {noun};
the {noun}s {mark} along the {noun};can you {mark} over to the {noun};they {mark} in every direction;shops {mark} prices in June;
we {mark} home when it rains;children {mark} around the {noun};it would {mark} our hopes;did he {mark} the tires;to {mark} a budget takes nerve"""

# Written as people mean it; marks are said or not as in prose. `\n` is a new line, `•` a bullet.
NOTES = """Impression: {noun}.;Plan: {noun}, {noun}, and {noun}.;No {noun}, no {noun}, no {noun}.;Subject: {noun} and {noun}.;Assessment: {noun}. Plan: {noun}.;
Patient denies {noun}.;History: {noun}, {noun}.;Note: the {noun} {past}.;Reminder: {clause}.;To do: {noun}, {noun}, {noun}.;Attached: the {noun}.;
Dear {name},\nthank you for the {noun}.;Dear {name},\n\n{clause}.;Hi {first},\n{clause}.;Hi all,\n\n{clause}.;Hello {first}, {clause}.;
{clause}.\n\nBest regards,\n{first};{clause}.\nThanks,\n{first};Kind regards,\n{name};Best,\n{first};{clause}.\n\nYours sincerely,\n{name};
We need {noun}, {noun}, and {noun}.;We need:\n• {noun}\n• {noun}\n• {noun};There are three points:\n{noun}\n{noun}\n{noun};
Bring {noun}, {noun}, {noun}.;• {noun}\n• {noun}\n• {noun};Agenda:\n• {noun}\n• {noun};Shopping list:\n{noun}\n{noun}\n{noun};
First, {clause}. Second, {clause}.;Yes, {clause}.;No, {clause}.;No. {clause}.;Yes. {clause}.;Done. {clause}.;Thanks! {clause}.;Perfect, thanks.;Agreed.;
Okay, {clause}.;Great! {clause}.;Sorry, {clause}.;Sure, {clause}.;Right, {clause}.;Well, {clause}.;Wait, {clause}.;Good. {clause}.;Fine. {clause}.;
{noun}: {noun};{noun}: {clause}.;Question: {question}?;Answer: {clause}.;One question: {question}?;I have two {noun}s: {noun} and {noun}.;
The {noun} (see the {noun}) {past}.;The {noun} ({noun}) is here.;He said, "{clause}.";She wrote "{noun}" on the {noun}.;"{question}?" he asked.;
It was a {adjective}, {adjective} {noun}.;A {adjective}, {adjective} {noun} {past}.;We had a {adjective}, {adjective} {noun}.;The {adjective}, {adjective} {noun} {past}.;It was {noun}; the {noun} {past}.;The {noun} {past}; nobody knew why.;{clause} – {clause}.;The {noun} – my {noun} – {past}.;
Call {first}. Check the {noun}. Send the {noun}.;Check the {noun}, then {act}.;{act}. {act}.;Please {act}. Thanks!;Let's {act}. Ok?;What a {noun}!;
Meet me at the {noun}. {clause}.;I looked at the {noun}. The {noun} {past}.;The {noun} {past} the {noun}. The {noun} {past}.;It works. Is it {noun}?;
The {noun} is late. Are you there?;I am at the {noun}. Where are you?;No {noun}, thanks.;Not this {noun}, please.;This one, please.;That one, not this.;
I want this one. {clause}.;Take this one, for it is yours.;He is here. She is not.;I like it, but {clause}.;I know that. {clause}.;Forget it. {clause}.;
We have {noun}, {noun} and {noun}: {clause}.;The {noun}: a {noun}.;{num} {noun}s, {num} {noun}s.;In {month}, {clause}.;On {day}, {clause}.;Last week, {clause}.;
The price is {big} dollars. {clause}.;The total is {big}. {clause}.;Room {num}, floor {num}.;At {clock}, {clause}.;See you at {clock}. {clause}.;
I think so. {clause}.;I hope so, {first}.;Thank you, {first}. {clause}.;Thank you {first}. {clause}.;{first}, {clause}.;{first}: {clause}.;
Done. Works for me.;Thanks. Looks good.;Great. Sounds fine.;Ok. Will do.;
Yes, please.;No, thank you.;No, thanks.;Not today, thanks.;Nothing new, {first}.;This week, {clause}.;That day, {clause}.;It was a {past}, {past} {noun}.;
The {noun} ({num} percent) {past} on {day}.;The {noun} ({noun}) costs {big} dollars ({num} each).;{clause} ({bare}).;{name} ({firm}) will {act}.;
He said "{noun}" and left.;She asked, "{question}?";We call it "{noun} {noun}" here.;The word "{noun}" is new.;"{clause}," she said.;He wrote "we {verb}" and {past}.;
#{noun} is trending.;Post it with #{noun} #{noun}.;It costs #{num}.;{num}* of all {noun}s.;The {noun}* {past}.;The {noun}/{noun} {past}.;Bring a {noun} and/or a {noun}.;
The {noun}~{noun} is empty.;Open {noun}~{noun} and {act}.;{noun} & {noun} {past}.;Ask {last} & {last}.;{num} + {num} is {num}.;A follow-up {noun}.;A well-known {noun}.;
The {noun}-{noun} {past}.;{first} {last}-{last} called.;A {num}-{noun} {noun}.;Read the {noun}... {clause}.;Well... {clause}.;{clause}... {clause}.;
I am sorry to hear that. {clause}.;Put it in the {noun}. It's mine.;Leave it at the {noun}. {clause}.;Lock the {noun}. It's {past}.;{clause}. It's {num} {noun}s.;
{act} and {act}. Then {act}.;{act}, then {act}.;{day}: {noun}.;{month}: {noun}, {noun}.;{noun} {noun}: {noun}.;{noun} today: {big}.;The {noun}: {clause}.;
Heart {noun}: {num}, regular.;No {noun}. No {noun}. No {noun}.;{past} {noun}, {past} {noun}.;The {noun} was {past}, the {noun} was not."""

OPENERS = "I think;please;he said;and;no,;yes,;maybe;so;well,;sorry,;{first},;I know;tell them;{clause}.;{clause}, but;now".split(";")
ASKING = set("is does where why which what how did can when".split())
SLOTS = {
    "det": "the a this that my your his her our their each every any some no one which whose another the last the next his first what".split(),
    # Of periods, as people at work name them.
    "modifier": (
        "trial grace notice pay billing exam lunch probation waiting warranty rest growth transition review lead reporting test lease holding "
        "tax school class rainy dry busy quiet peak settlement training contract payment return blackout rehearsal recess break season stone ice war"
    ).split(),
    "adjective": (
        "long cold dark quiet warm bright heavy small old new busy hard strange wet narrow deep clean open slow fast soft thin thick kind sad happy "
        "young tired simple clear rough gentle dull sharp tall wide bitter sweet lonely dusty wild empty noisy damp green grey blue"
    ).split(),
    "lead": "after during in at within throughout before until over through since despite without for".split(),
    "adverb": "often never always usually rarely hardly soon already still only also quickly slowly then later eventually finally really just sometimes suddenly now even".split(),
    "auxiliary": "will may can could must should would might cannot won't doesn't didn't does did".split(),
}
UNITS = "day week month year hour minute".split()
HEADINGS = "We need:;Agenda:;Shopping list:;To do:;Please bring;We need;There are {num} points:;The list:;Today:;Remember;{noun}s:;For the {noun}:;Bring the following:;I bought".split(";")

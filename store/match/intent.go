package match

import (
	"slices"
	"strings"
)

// openings are how people begin to say what they are about to do; they say nothing of the
// work. Each is folded words.
var openings = lines(`
	please
	can you
	could you
	i want to
	i would like to
	we need to
	we have to
	let s
	let us
	continue
	continue with
	continue working on
	resume
	resume work on
	go on with
	carry on with
	keep working on
	work on
	start working on
	pick up
	look into
	take a look at
	bitte
	kannst du
	ich mochte
	wir mussen
	lass uns
	weiter mit
	mach weiter mit
	weitermachen mit
	arbeite an
	por favor
	puedes
	quiero
	tenemos que
	vamos a
	sigue con
	seguir con
	continuar con
	continua con
	retomar
	s il te plait
	s il vous plait
	peux tu
	je veux
	il faut
	on doit
	continue avec
	continuer
	reprendre
	pode
	quero
	precisamos
	vamos
	continuar
	continuar com
	per favore
	puoi
	voglio
	dobbiamo
	continua
	continua con
	riprendi
	alsjeblieft
	kun je
	ik wil
	we moeten
	ga verder met
	werk aan
	пожалуиста
	можешь
	я хочу
	надо
	нужно
	давай
	продолжи
	продолжить
	продолжаи
	请
	请继续
	继续
	我想
	我们需要`)

// closings end an intent in Japanese, where the verb comes last.
var closings = lines(`
	の続きをしてください
	の続きをする
	を続けてください
	を続ける
	の続き
	してください
	をお願いします`)

// maxOpening is the most words of an opening.
const maxOpening = 4

func lines(text string) map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			m[line] = true
		}
	}
	return m
}

// content is where text[lo:hi] says what the work is; around it stands that somebody is about
// to do it. A text of nothing but that is all content.
func content(text string) (lo, hi int) {
	hi = len(text)
	for {
		next := lo + opening(text[lo:])
		if next == lo {
			break
		}
		lo = next
	}
	for closing := range closings {
		if rest, ok := strings.CutSuffix(strings.TrimRight(text, "。. "), closing); ok {
			hi = min(hi, len(rest))
		}
	}
	if hi > lo {
		for range runs(text[lo:hi]) {
			return lo, hi
		}
	}
	return 0, len(text)
}

// opening is where the longest opening ends that a text begins with, 0 if there is none.
func opening(text string) int {
	var said []string
	end := 0
	for r := range runs(text) {
		if len(said) == maxOpening {
			break
		}
		said = append(said, fold(text[r.lo:r.hi]))
		if openings[strings.Join(said, " ")] {
			end = r.hi
		}
		if r.kind == unspaced {
			for o := range openings {
				if strings.HasPrefix(text[r.lo:r.hi], o) {
					end = max(end, r.lo+len(o))
				}
			}
			break
		}
	}
	return end
}

// openingWords are the words of all openings.
var openingWords = func() map[string]bool {
	m := map[string]bool{}
	for o := range openings {
		for _, w := range strings.Fields(o) {
			m[w] = true
		}
	}
	return m
}()

// pointers are words that point to work without naming it: what was left yesterday.
var pointers = set(`
	last latest previous earlier recent today yesterday ago left open unfinished pending remaining rest next thing things
	stuff task tasks todo job session where stopped
	letzte letzten letzter letztes vorige vorigen heute gestern vorhin offen offene offenen blieb bleibt geblieben liegen
	liegengeblieben arbeit arbeiten aufgabe aufgaben rest machen weiter weitermachen fortfahren fortsetzen
	ultimo ultima ayer hoy anterior pendiente pendientes quedo quedaron trabajo tarea tareas resto deje
	hier aujourd hui dernier derniere travail tache taches reste restait precedent
	ieri oggi lavoro compito compiti scorso ontem hoje trabalho tarefa tarefas
	вчера сегодня последнее последнюю работу работа задачу дальше`)

// pointersTogether are those of scripts without spaces.
var pointersTogether = []string{"昨日", "今日", "前回", "さっき", "続き", "の", "を", "から", "やって", "する", "して", "ください", "作業", "仕事", "继续", "昨天", "今天", "上次", "工作", "任务", "的", "做", "完"}

// SaysNothing reports whether a text only says that somebody is about to work, such as "continue",
// "fix it" or "what was left yesterday", and nothing of the work.
func SaysNothing(text string) bool {
	for r := range runs(text) {
		w := fold(text[r.lo:r.hi])
		if !openingWords[w] && !stopWords[w] && !fillers[w] && !pointers[w] && !onlyPoints(w) {
			return false
		}
	}
	return true
}

// onlyPoints reports whether a run of a script without spaces consists of openings and pointers.
func onlyPoints(w string) bool {
	for w != "" {
		i := slices.IndexFunc(pointersTogether, func(p string) bool { return strings.HasPrefix(w, p) })
		if i < 0 {
			return openingWords[w]
		}
		w = w[len(pointersTogether[i]):]
	}
	return true
}

{{- /* Everything that can be searched for: pages with their title, address and parts, where a part is
     a heading, its id, and the words below it. A script and not JSON: a page on a disk may load
     nothing else. */ -}}
{{- $pages := slice -}}
{{- range partialCached "sections.html" . -}}
  {{- range .pages -}}
    {{- $parts := slice -}}
    {{- range $i, $part := split (.page.Content | strings.ReplaceRE `<h[234] id="?([^">]+)"?>` "\x01$1\x02" | strings.ReplaceRE `(?s)<h1.*?</h1>` "") "\x01" -}}
      {{- $id := "" -}}{{- $heading := "" -}}{{- $text := $part -}}
      {{- if $i -}}
        {{- $at := split $part "\x02" -}}
        {{- $id = index $at 0 -}}
        {{- $rest := index $at 1 -}}
        {{- $heading = index (split $rest "</h") 0 | plainify | htmlUnescape -}}
        {{- $text = strings.ReplaceRE `(?s)^.*?</h[234]>` "" $rest -}}
      {{- end -}}
      {{- $text = $text | strings.ReplaceRE `</(td|th|p|li|pre)>` " " | plainify | htmlUnescape | strings.ReplaceRE `\s+` " " | strings.TrimSpace -}}
      {{- $parts = $parts | append (dict "heading" $heading "id" $id "text" $text) -}}
    {{- end -}}
    {{- $pages = $pages | append (dict "title" .title "url" (strings.TrimPrefix "/" .page.RelPermalink) "parts" $parts) -}}
  {{- end -}}
{{- end -}}
hubPages({{ jsonify $pages }});

;;; emacs.el --- What Emacs with eglot does with the server, by looking at buffers  -*- lexical-binding: t -*-

;;; Commentary:
;; Started by test_editors.py.

;;; Code:

(require 'cl-lib)
(add-to-list 'load-path (getenv "PLUGIN"))
(require 'carillon-mode)
(require 'eglot)
(setq carillon-program (getenv "CARILLON")
      eglot-sync-connect 60
      eglot-confirm-server-initiated-edits nil
      eglot-connect-timeout 60
      make-backup-files nil
      create-lockfiles nil)

(defvar tenants (file-name-as-directory (getenv "TENANTS")))
(defvar project-find-functions)
(add-hook 'project-find-functions (lambda (_) (cons 'transient (directory-file-name tenants))))

(defmacro await (what &rest done)
  "Let the server speak until DONE, which is WHAT."
  `(with-timeout (60 (error "Waited in vain for %s" ,what))
     (while (not (progn ,@done)) (accept-process-output nil 0.05))))

(defun visit (name)
  "Open the file NAME of the tenants."
  (switch-to-buffer (find-file-noselect (expand-file-name name tenants)))
  (unless (eglot-managed-p) (call-interactively #'eglot-ensure) (eglot--maybe-activate-editing-mode))
  (eglot--signal-textDocument/didChange))

(defun at (text offset)
  "Go OFFSET characters into the first TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) offset)))

(defun change (old new)
  "Write NEW in place of the first OLD."
  (at old 0)
  (delete-char (length old))
  (insert new)
  (eglot--signal-textDocument/didChange))

(defun ask (method &rest more)
  "The answer to METHOD at point, with MORE parameters."
  (jsonrpc-request (eglot--current-server-or-lose) method (append (eglot--TextDocumentPositionParams) more)))

(defun faults () "The messages of this buffer." (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defvar tests
  (list
   (cons "faults come and go"
         (lambda ()
           (switch-to-buffer (find-file-noselect (expand-file-name "dossier/events.json" tenants)))
           (cl-assert (eq major-mode 'carillon-mode))
           (apply #'eglot (eglot--guess-contact))
           (flymake-mode 1)
           (change "\"summary\": \"A critical" "\"sumary\": \"A critical")
           (await "a fault" (flymake-start) (cl-some (lambda (text) (string-match-p "sumary" text)) (faults)))))
   (cons "a fix takes the fault away"
         (lambda ()
           (at "\"sumary\"" 2)
           (let* ((actions (ask :textDocument/codeAction
                                :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                :context '(:diagnostics [])))
                  (fix (aref actions 0)))
             (eglot--apply-workspace-edit (plist-get fix :edit)))
           (cl-assert (progn (goto-char (point-min)) (not (search-forward "\"sumary\"" nil t))))
           (eglot--signal-textDocument/didChange)
           (await "no fault" (flymake-start) (null (faults)))))
   (cons "words are shown"
         (lambda ()
           (switch-to-buffer (find-file-noselect (expand-file-name "dossier/templates/en.json" tenants)))
           (cl-assert (eglot-managed-p))
           (at "starts in 2 hours" 2)
           (let ((shown (plist-get (plist-get (ask :textDocument/hover) :contents) :value)))
             (cl-assert (string-match-p "France delegation" shown)))))
   (cons "variables are completed"
         (lambda ()
           (at "{$meeting} starts" 2)
           (let ((items (plist-get (ask :textDocument/completion) :items)))
             (cl-assert (cl-find "$starts_at" items :key (lambda (item) (plist-get item :label)) :test #'equal)))))
   (cons "a name leads to its declaration"
         (lambda ()
           (at "{$dossier}" 3)
           (let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
             (cl-assert (string-suffix-p "events.json" (xref-location-group (xref-item-location (car found))))))))
   (cons "a field is renamed in all files"
         (lambda ()
           (switch-to-buffer (find-file-noselect (expand-file-name "dossier/events.json" tenants)))
           (at "\"dossier\": {" 2)
           (cl-letf (((symbol-function 'y-or-n-p) (lambda (&rest _) t)))
             (eglot-rename "file"))
           (save-some-buffers t)
           (dolist (name '("events.json" "templates/en.json" "templates/ar.json" "samples/assignment.created.json"))
             (with-temp-buffer
               (insert-file-contents (expand-file-name (concat "dossier/" name) tenants))
               (cl-assert (re-search-forward "{$file}\\|\"file\"" nil t))))
           (cl-assert (zerop (call-process carillon-program nil nil nil "validate" tenants "--strict")))))))

(let ((status 0))
  (condition-case problem
      (dolist (test tests)
        (funcall (cdr test))
        (princ (format "passed %s\n" (car test))))
    (error (princ (format "failed %S\n" problem))
           (setq status 1)))
  (ignore-errors (eglot-shutdown-all))
  (kill-emacs status))
;;; emacs.el ends here
